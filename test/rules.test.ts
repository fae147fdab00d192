import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['src', 'streams', 'sounds', 'simulators', 'test']
const testFile = /\.(test|e2e)\.tsx?$|-contract\.ts$/

const ids = "(?:'|`)((?:\\[[A-Z]+-\\d+\\] ?)+)"
const titled = new RegExp(`\\(\\s*${ids}`, 'g')
const skips = '\\.(?:skip|todo|skipIf|runIf|fails)\\b'
/** A title with an id after `test.skip(`, `describe.skipIf(…)(` or `test.todo.each(…)(`. */
const skippedTitle = new RegExp(`${skips}(?:\\([^()]*\\))?(?:\\.each\\([^()]*\\))?\\(\\s*${ids}`, 'g')
const skippedGroup = new RegExp(`describe${skips}`)
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** The ids in titles of tests and groups of tests that run, and those of such as may not. */
function titlesIn(source: string): { readonly run: string[]; readonly skipped: string[] } {
  const text = source.replace(comments, '')
  const named = idsIn(text, titled)
  return skippedGroup.test(text)
    ? { run: [], skipped: named }
    : { run: named, skipped: idsIn(text, skippedTitle) }
}

function idsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found = '']) => found.match(/[A-Z]+-\d+/g) ?? [])
}

function titles() {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => testFile.test(name) && !name.includes('node_modules'))
      .map((name) => join(root, folder, name))
      .filter((path) => path !== fileURLToPath(import.meta.url)),
  )
  const found = files.map((file) => titlesIn(readFileSync(file, 'utf8')))
  return {
    run: new Set(found.flatMap(({ run }) => run)),
    skipped: found.flatMap(({ skipped }) => skipped),
  }
}

function written(): string[] {
  const text = readFileSync(join(root, 'test/rules.md'), 'utf8')
  return [...text.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id = '']) => id)
}

test('every rule of rules.md is written once and has a test that names it', () => {
  const rules = written()
  expect(rules.length).toBeGreaterThan(30)
  expect(new Set(rules).size).toBe(rules.length)
  const named = titles().run
  expect(rules.filter((rule) => !named.has(rule))).toEqual([])
})

test('every rule that a test names is written in rules.md', () => {
  const rules = new Set(written())
  expect([...titles().run].filter((rule) => !rules.has(rule))).toEqual([])
})

test('no test of a rule is left out of the run', () => {
  expect(titles().skipped).toEqual([])
})

test.each([
  ["test('[ABC-1] [ABC-2] holds', () => {})", ['ABC-1', 'ABC-2'], []],
  ["test.each([1, 2])(\n  '[ABC-1] holds for %d',\n  () => {},\n)", ['ABC-1'], []],
  ["// test('[ABC-1] holds', () => {})", [], []],
  ["/* test('[ABC-1] holds') */", [], []],
  ["test.skip('[ABC-1] holds', () => {})", ['ABC-1'], ['ABC-1']],
  ["test.todo('[ABC-1] holds')", ['ABC-1'], ['ABC-1']],
  ["test.skipIf(slow)(\n  '[ABC-1] holds', () => {})", ['ABC-1'], ['ABC-1']],
  ["describe.skip('a group', () => { test('[ABC-1] holds', () => {}) })", [], ['ABC-1']],
])('%s is read as what it is', (source, run, skipped) => {
  expect(titlesIn(source)).toEqual({ run, skipped })
})
