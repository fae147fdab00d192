import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { debug as english } from '#client/texts/en/debug.ts'
import { shell } from '#client/texts/en/shell.ts'
import { debug as chinese } from '#client/texts/zh-CN/debug.ts'

const shipped = fileURLToPath(new URL('../../dist/client/', import.meta.url))

/** The scripts of the page as it is shipped: built before these tests where they are older than their sources. */
async function scripts(): Promise<string> {
  const files = await readdir(shipped, { recursive: true })
  const texts = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFile(join(shipped, name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

test('the debug panel, its texts and the faults that it switches on are not in what is shipped', async () => {
  const text = await scripts()
  expect(text).toContain(shell.consentYes)
  for (const word of [
    english.time,
    english.incomplete,
    chinese.time,
    chinese.incomplete,
    'cutRest',
    'faults$',
  ]) {
    expect(text.includes(word), word).toBe(false)
  }
})
