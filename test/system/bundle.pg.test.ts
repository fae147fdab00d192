import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { debug as english } from '#client/texts/en/debug.ts'
import { shell } from '#client/texts/en/shell.ts'
import { debug as chinese } from '#client/texts/zh-CN/debug.ts'

const shipped = fileURLToPath(new URL('../../dist/client/', import.meta.url))

/** The scripts of the production build, rebuilt before these tests if they are older than their sources. */
async function scripts(): Promise<string> {
  const files = await readdir(shipped, { recursive: true })
  const texts = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFile(join(shipped, name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

test('production builds exclude the debug panel, its texts and its faults', async () => {
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

/** The compressed size in kB of the scripts that a page names, without what they load later. */
async function kilobytesNamedIn(page: string): Promise<number> {
  const files = [...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, name]) => join(shipped, name ?? ''))
  expect(files.length).toBeGreaterThan(0)
  // Tiny files are not compressed.
  const sent = (file: string) => readFile(`${file}.br`).catch(() => readFile(file))
  const sizes = await Promise.all(files.map(async (file) => (await sent(file)).length))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

// The schemas of all calls and events alone are 70 kB.
test('the home page and the section list load little of the script, a section not much more', async () => {
  const page = await readFile(join(shipped, 'index.html'), 'utf8')
  const hall = page.replace(/<template id="section">.*?<\/template>/, '')
  expect(await kilobytesNamedIn(hall.replace(/<template id="later">.*?<\/template>/, ''))).toBeLessThan(185)
  expect(await kilobytesNamedIn(hall)).toBeLessThan(330)
  expect(await kilobytesNamedIn(page)).toBeLessThan(560)
})

test('a section’s page names the files of its screens in the order of their evaluation', async () => {
  const page = await readFile(join(shipped, 'index.html'), 'utf8')
  const [, section = ''] = /<template id="section">(.*)<\/template>/.exec(page) ?? []
  const names = [...section.matchAll(/data-section[^>]* href="\/assets\/([\w-]+)-[\w-]{8}\.js"/g)]
  expect(names.map(([, name]) => name)).toEqual(['events', 'commands', 'shared', 'section-screens'])
})
