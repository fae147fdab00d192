import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { variantSchema } from '#variants/schema.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('[VAR-2] every field of a variant is read by some code of the product', () => {
  const words = new Set(sources().flatMap((text) => text.match(/\w+/g) ?? []))
  const unread = fieldsOf(variantSchema).filter((path) => !words.has(nameOf(path)))
  expect(unread).toEqual([])
})

/** The product's code outside the variants, without comments and strings. */
function sources(): string[] {
  return ['src', 'streams', 'sounds'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter(
        (file) =>
          /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith(join('src', 'variants')),
      )
      .map((file) =>
        readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'/gm, ''),
      ),
  )
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

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
