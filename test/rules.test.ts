import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['src', 'streams', 'sounds', 'simulators', 'test']
const testFile = /\.(test|e2e)\.tsx?$|-contract\.ts$/

/** The ids in titles of tests and groups of tests. */
function proved(): Set<string> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => testFile.test(name) && !name.includes('node_modules'))
      .map((name) => join(root, folder, name)),
  )
  const titles = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\(\s*(?:'|`)((?:\[[A-Z]+-\d+\] ?)+)/g),
  ])
  return new Set(titles.flatMap(([, ids = '']) => ids.match(/[A-Z]+-\d+/g) ?? []))
}

function written(): string[] {
  const text = readFileSync(join(root, 'test/rules.md'), 'utf8')
  return [...text.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id = '']) => id)
}

test('every rule of rules.md is written once and has a test that names it', () => {
  const rules = written()
  expect(rules.length).toBeGreaterThan(30)
  expect(new Set(rules).size).toBe(rules.length)
  const named = proved()
  expect(rules.filter((rule) => !named.has(rule))).toEqual([])
})

test('every rule that a test names is written in rules.md', () => {
  const rules = new Set(written())
  expect([...proved()].filter((rule) => !rules.has(rule))).toEqual([])
})
