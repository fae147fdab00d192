import type { z } from 'zod'
import { err, ok, type Result } from '#lib/result.ts'
import { cd } from './cd.ts'
import { full } from './full.ts'
import { integrated } from './integrated.ts'
import { lead30 } from './lead-30.ts'
import { lead60 } from './lead-60.ts'
import { type Variant, variantSchema } from './schema.ts'
import { standard } from './standard.ts'

/** The variants that ship; each is one data file. A new one is a new file and its name in this list. */
export const shipped: readonly Variant[] = [standard, cd, lead30, lead60, integrated, full]

/** A shipped variant by its name, checked; the error names the known variants or the path to every wrong field. */
export function loadVariant(name: string): Result<Variant, string> {
  const found = shipped.find((variant) => variant.name === name)
  if (found) return checkVariant(found)
  return err(`unknown variant "${name}"; known are: ${shipped.map((variant) => variant.name).join(', ')}`)
}

/** A variant's data as it stands in a file; the error has one line a wrong field, with the path to it. */
export function checkVariant(data: { readonly name: string }): Result<Variant, string> {
  const parsed = variantSchema.safeParse(data)
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues
      .flatMap(linesOf)
      .map((line) => `variant "${data.name}": ${line}`)
      .join('\n'),
  )
}

/** Unknown fields are each named by the path to them. */
function linesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [`${pathOf(issue.path)}: ${issue.message}`]
  return issue.keys.map((key) => `${pathOf([...issue.path, key])}: no such field`)
}

/** `login.tabs[1].modes[0]` */
function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}
