import { expect, test } from 'vitest'
import { previewKind } from './preview-kind.ts'

test.each(['招标文件.pdf', 'A.PDF'])('[SHL-12] %s is shown as a PDF', (name) => {
  expect(previewKind(name)).toEqual({ kind: 'pdf' })
})

test.each(['图.bmp', 'a.JPG', 'b.jpeg', 'c.png'])('[SHL-12] %s is shown as a picture', (name) => {
  expect(previewKind(name)?.kind).toBe('image')
})

test.each(['a.svg', 'a.html', 'a.docx', 'a.pdf.exe', 'a.constructor'])('[SHL-12] %s is not shown', (name) => {
  expect(previewKind(name)).toBeNull()
})
