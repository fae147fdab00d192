import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Entry, toRecorded } from '../log/entry.ts'
import { type AttachmentKind, attachmentLimit, attachmentName, attachmentProblem } from './attachment.ts'

const letter = { name: '异议书.pdf', size: 1024, kind: 'pdf' } as const

describe('[OBJ-3] [OBJ-4] what may be attached', () => {
  test.each([
    ['an ordinary file', {}],
    ['a file one byte below the limit', { size: attachmentLimit - 1 }],
    ['a name of 54 characters', { name: `${'附'.repeat(50)}.pdf` }],
    ['a name of 54 characters beyond the basic plane', { name: `${'𠮷'.repeat(50)}.pdf` }],
  ])('%s', (_name, changes) => {
    expect(attachmentProblem({ ...letter, ...changes })).toBeNull()
  })

  test('[OBJ-3] refuses a content that is none of the four', () => {
    expect(attachmentProblem({ ...letter, kind: null })?.code).toBe('attachment-kind')
  })

  test.each([
    ['50 MB', { size: attachmentLimit }, 'attachment-too-large', { megabytes: 50 }],
    [
      'a name of 55 characters',
      { name: `${'附'.repeat(51)}.pdf` },
      'attachment-name-too-long',
      { maximum: 50 },
    ],
  ])('[OBJ-3] [OBJ-4] refuses %s', (_name, changes, code, params) => {
    expect(attachmentProblem({ ...letter, ...changes })).toEqual({ code, params })
  })
})

describe('the name of an attachment', () => {
  test.each<[string, AttachmentKind, string]>([
    ['异议书.pdf', 'pdf', '异议书.pdf'],
    ['扫描件.JPEG', 'jpg', '扫描件.JPEG'],
    ['扫描件.JPG', 'jpg', '扫描件.JPG'],
    ['异议书.pdf', 'docx', '异议书.pdf.docx'],
    ['evil.exe', 'jpg', 'evil.exe.jpg'],
    ['evil\u202efdp.exe', 'pdf', 'evilfdp.exe.pdf'],
    ['..\\..\\windows\\异议.doc', 'doc', '异议.doc'],
    ['../../etc/passwd', 'pdf', 'passwd.pdf'],
    [' 异议 书.pdf ', 'pdf', '异议 书.pdf'],
    ['a\r\nb\0c.pdf', 'pdf', 'abc.pdf'],
    ['half \ud83d of a face.pdf', 'pdf', 'half  of a face.pdf'],
    ['异议书', 'pdf', '异议书.pdf'],
    ['异议书...', 'pdf', '异议书.pdf'],
    ['.pdf', 'pdf', 'file.pdf'],
    ['', 'jpg', 'file.jpg'],
    ['Ａ̈.pdf', 'pdf', 'Ａ̈.pdf'],
  ])('[OBJ-5] %j of a %s is kept as %j', (given, kind, kept) => {
    expect(attachmentName(given, kind)).toBe(kept)
  })

  test('does not change when it is kept again', () => {
    const kept = attachmentName('evil\u202efdp.exe', 'docx')
    expect(attachmentName(kept, 'docx')).toBe(kept)
  })
})

test('an objection of version 1 has no attachment', () => {
  const { entry }: { entry: Entry } = JSON.parse(
    readFileSync('test/fixtures/events/ObjectionRaised.json', 'utf8'),
  )
  expect(entry.version).toBe(1)
  expect(toRecorded(entry).payload).toMatchObject({ attachment: null })
})
