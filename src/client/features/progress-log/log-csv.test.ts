import { expect, test } from 'vitest'
import { csvOf } from './log-csv.ts'

/** The file's bytes as text, with the byte-order mark. */
async function textOf(file: Blob): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
}

test('a file has a UTF-8 byte-order mark, and quotes, commas and line breaks stay in their cell', async () => {
  const file = csvOf([
    ['序号', '内容'],
    [1, 'said "yes", then\nleft'],
  ])
  expect(await textOf(file)).toBe('\uFEFF"序号","内容"\r\n1,"said ""yes"", then\nleft"\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1+1', '－1'])(
  'text that a spreadsheet would run stays text: %j',
  async (text) => {
    expect(await textOf(csvOf([[text]]))).toBe(`\uFEFF"'${text}"\r\n`)
  },
)

test('numbers and harmless text are unchanged', async () => {
  expect(await textOf(csvOf([[-5, 'a=b']]))).toBe('\uFEFF-5,"a=b"\r\n')
})

test('a formula behind characters that are not seen is kept from being run, and they are left out', async () => {
  for (const hidden of ['\0', '\u200B', '\uFEFF', '\u202E', '\u0001 ', '\u00AD']) {
    const text = await csvOf([[`${hidden}=1+1`]]).text()
    expect(text).toMatch(/^\uFEFF?"' ?=1\+1"\r\n$/)
  }
})
