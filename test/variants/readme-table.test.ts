import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shipped } from '#variants/load.ts'
import { readmePath, rows, withTable } from './readme-table.ts'

const readme = readFileSync(new URL(`../../${readmePath}`, import.meta.url), 'utf8')

test("the manual's table of the variants matches their data", () => {
  expect(withTable(readme)).toBe(readme)
})

test('the table has every field in which the variants differ', () => {
  const told = new Set(['name', 'title', 'texts', ...rows.flatMap(({ fields }) => fields)])
  const differing = new Set<string>()
  const [first = {}, ...others] = shipped.map(fieldsOf)
  for (const [path, value] of Object.entries(first)) {
    if (others.some((other) => other[path] !== value)) differing.add(path)
  }
  expect(differing.size).toBeGreaterThan(40)
  expect([...differing].filter((path) => !told.has(path))).toEqual([])
  expect([...told].filter((path) => !(path in first))).toEqual([])
})

/** A variant's fields by `section.field`, as text. */
function fieldsOf(variant: object): Record<string, string> {
  const inSection = (section: string, value: unknown) =>
    ['texts', 'title', 'footer'].includes(section) || typeof value !== 'object' || value === null
      ? [[section, JSON.stringify(value)]]
      : Object.entries(value).map(([field, own]) => [`${section}.${field}`, JSON.stringify(own)])
  return Object.fromEntries(Object.entries(variant).flatMap(([section, value]) => inSection(section, value)))
}
