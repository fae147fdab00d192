import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { variantSchema } from '#variants/schema.ts'
import { readsOf, unreadFields } from './field-reads.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('[VAR-2] every field of a variant is read by some code of the product', () => {
  const fields = fieldsOf(variantSchema)
  expect(fields.length).toBeGreaterThan(100)
  expect(unreadFields(fields, sources(), asRules())).toEqual([])
})

test.each([
  ['const { fresh } = useVariant().laterSteps', true],
  ['const minutes = variant.laterSteps.fresh', true],
  ['function f({ laterSteps: { fresh } }: Variant) {}', true],
  ["function f({ fresh }: Pick<Variant['laterSteps'], 'fresh'>) {}", true],
  ['const { fresh } = tender', false],
  ['const made = { fresh: 1 }', false],
  ['interface Steps { readonly fresh: boolean }', false],
  ['const words = "laterSteps.fresh"', false],
])('%s reads the field: %s', (source, isRead) => {
  expect(unreadFields(['laterSteps.fresh'], [source], new Set())).toEqual(isRead ? [] : ['laterSteps.fresh'])
})

test('a field that the domain takes as a rule counts as read only if a rule reads it', () => {
  const unread = (source: string) => unreadFields(['laterSteps.fresh'], [source], new Set(['fresh']))
  expect(unread('const { fresh } = context.rules')).toEqual([])
  expect(unread('const { fresh } = state')).toEqual(['laterSteps.fresh'])
})

test('a field of a list’s items counts as read only in a source that names the list', () => {
  const unread = (source: string) => unreadFields(['customTabs[].url'], [source], new Set())
  expect(unread('laterSteps.customTabs.map((tab) => tab.url)')).toEqual([])
  expect(unread('const { url } = document')).toEqual(['customTabs[].url'])
})

/** The product's code outside the variants. */
function sources(): string[] {
  return ['src', 'streams', 'sounds'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter(
        (file) =>
          /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith(join('src', 'variants')),
      )
      .map((file) => readFileSync(join(root, file), 'utf8')),
  )
}

/** The fields that `rulesOf` hands to the domain besides the variant's own rules. */
function asRules(): ReadonlySet<string> {
  const reads = readsOf([readFileSync(join(root, 'src/variants/rules-of.ts'), 'utf8')])
  return new Set([...reads].filter(([, from]) => from.has('laterSteps')).map(([name]) => name))
}

/** The paths of all fields of an object schema, with `[]` for the items of a list. */
function fieldsOf(schema: z.core.$ZodType, path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) => {
        const at = path === '' ? key : `${path}.${key}`
        return [at, ...fieldsOf(field, at)]
      })
    case 'array':
      return fieldsOf(def.element, `${path}[]`)
    case 'nullable':
      return fieldsOf(def.innerType, path)
    default:
      return []
  }
}
