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
