import type { z } from 'zod'
import { err, ok, type Result } from '#lib/result.ts'
import { cd } from './cd.ts'
import { full } from './full.ts'
import { integrated } from './integrated.ts'
import { lead30 } from './lead-30.ts'
import { lead60 } from './lead-60.ts'
import { type Variant, variantSchema } from './schema.ts'
import { standard } from './standard.ts'

/** The shipped variants, a data file each. Add a new one here. */
export const shipped: readonly Variant[] = [standard, cd, lead30, lead60, integrated, full]

/** Loads a shipped variant by name; the error names the known variants or the path to every wrong field. */
export function loadVariant(name: string): Result<Variant, string> {
  const found = shipped.find((variant) => variant.name === name)
  if (found) return checkVariant(found)
  return err(`unknown variant "${name}"; known are: ${shipped.map((variant) => variant.name).join(', ')}`)
}

/** Checks a variant's data; the error has one line for each wrong field, with its path. */
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

/** Each unknown field gets a line with its path. */
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
