import { expect, test } from 'vitest'
import { cleanLine, cleanText, cleanTexts, unstorablePath } from './text.ts'

test('a name loses control, direction and zero-width characters, and nothing else', () => {
  expect(cleanLine('投标\u202Efdp.exe\u200B\u0000\n\u2066(1)\uFEFF.pdf')).toBe('投标fdp.exe(1).pdf')
  expect(cleanLine('江河水利 ①—é😀.pdf')).toBe('江河水利 ①—é😀.pdf')
})

test('half a character and what is none are lost, as spreadsheets and XML lose them', () => {
  for (const clean of [cleanLine, cleanText])
    expect(clean('x\uD800y\uDC00\uFFFF\uFFFE\uFDD0\u{1FFFF}😀')).toBe('xy😀')
})

test('a text of several lines keeps its line breaks and tabs', () => {
  expect(cleanText('一\r\n\t二\u0007\u200F')).toBe('一\r\n\t二')
})

test('the texts of a value are cleaned wherever they stand', () => {
  const given = { a: 'x\u200B', b: [1, null, { c: '\u202Ey\n' }], d: true }
  expect(cleanTexts(given)).toEqual({ a: 'x', b: [1, null, { c: 'y\n' }], d: true })
})

test('a text with a NUL or half a character is found where it stands', () => {
  expect(unstorablePath({ a: [{ b: 'x' }, { b: 'x\0' }] })).toBe('a.1.b')
  expect(unstorablePath({ a: '\uD83D' })).toBe('a')
  expect(unstorablePath({ a: '😀', b: [1, null, true] })).toBe(null)
  expect(unstorablePath(JSON.parse('{"\\u0000":1}'))).toBe('')
})
