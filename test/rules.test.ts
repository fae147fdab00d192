import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  citedIn,
  documents,
  root,
  sources,
  textsOf,
  titles,
  titlesIn,
  written,
  writtenIn,
} from './support/rules-in-tests.ts'

test.each(documents)('every rule of %s has a test that names it', (document) => {
  const rules = writtenIn(document)
  expect(rules.length).toBeGreaterThan(30)
  const named = titles().run
  expect(rules.filter((rule) => !named.has(rule))).toEqual([])
})

test('every rule is written once', () => {
  const rules = written()
  expect(rules.filter((rule, i) => rules.indexOf(rule) !== i)).toEqual([])
})

test('every rule of an opening names its source', () => {
  const rows = readFileSync(join(root, 'src/domain/rules.md'), 'utf8').match(/^\| [A-Z]+-\d+ .*$/gm) ?? []
  const source = /^(own|[AB] (§\d+|"[^"]+")(, §\d+)*)$/
  const wrong = rows.filter((row) => {
    const [, , rule = '', from = '', ...rest] = row.split('|').map((cell) => cell.trim())
    return rule === '' || rest.length !== 1 || !from.split('; ').every((one) => source.test(one))
  })
  expect(wrong).toEqual([])
})

test('every rule that a comment or a row cites exists', () => {
  const rules = new Set(written())
  const areas = new Set([...rules].map((id) => id.slice(0, id.indexOf('-'))))
  const unknown = [...textsOf(sources)].flatMap(([path, text]) =>
    citedIn(text, areas)
      .filter((id) => !rules.has(id))
      .map((id) => `${path}: ${id}`),
  )
  expect(unknown).toEqual([])
})

/** Without the migrations: a released one is never edited, because every database stores its hash. */
const cleared = /^(?!src\/server\/db\/migrations\/)/

test('no text cites a section of the specifications, which readers do not have', () => {
  const citing = [...textsOf(sources)].filter(([path, text]) => cleared.test(path) && /S[01] §/.test(text))
  expect(citing.map(([path]) => path)).toEqual([])
})

test('every rule that a test names exists', () => {
  const rules = new Set(written())
  expect([...titles().run].filter((rule) => !rules.has(rule))).toEqual([])
})

test('no test of a rule is skipped', () => {
  expect(titles().skipped).toEqual([])
})

test.each([
  ["test('[ABC-1] [ABC-2] holds', () => {})", ['ABC-1', 'ABC-2'], []],
  ["test.each([1, 2])(\n  '[ABC-1] holds for %d',\n  () => {},\n)", ['ABC-1'], []],
  ["// test('[ABC-1] holds', () => {})", [], []],
  ["/* test('[ABC-1] holds') */", [], []],
  ['it("[ABC-1] holds what nobody else\'s does", () => {})', ['ABC-1'], []],
  ["test.skip('[ABC-1] holds', () => {})", ['ABC-1'], ['ABC-1']],
  ["test.todo('[ABC-1] holds')", ['ABC-1'], ['ABC-1']],
  ["test.skipIf(slow)(\n  '[ABC-1] holds', () => {})", ['ABC-1'], ['ABC-1']],
  ["describe.skip('a group', () => { test('[ABC-1] holds', () => {}) })", [], ['ABC-1']],
  ["describe.skip('[ABC-1] holds', () => {})", [], ['ABC-1']],
  [
    "describe.skipIf(slow)(\n  'a group',\n  () => {\n\n    test('[ABC-1] holds')\n  },\n)\n\ntest('[ABC-2] holds')",
    ['ABC-2'],
    ['ABC-1'],
  ],
])('%s is read as what it is', (source, run, skipped) => {
  expect(titlesIn(source)).toEqual({ run, skipped })
})

test('an id is cited if it stands alone and has a rule’s prefix', () => {
  const text = '/* ABC-1, SHA-256 */ source: "ABC-2", \'AGE-ABC-3\' // (ABC-4)'
  expect(citedIn(text, new Set(['ABC']))).toEqual(['ABC-1', 'ABC-2', 'ABC-4'])
})
