import { err, ok, type Result } from '#lib/result.ts'
import { type Variant, variantSchema } from './schema.ts'
import { standard } from './standard.ts'

/** The variants that ship; each is one data file. */
const shipped: Readonly<Record<string, unknown>> = { standard }

/** A variant by its name, checked; the error names the known variants or the path to the wrong field. */
export function loadVariant(name: string): Result<Variant, string> {
  const found = shipped[name]
  if (found === undefined) {
    return err(`unknown variant "${name}"; known are: ${Object.keys(shipped).join(', ')}`)
  }
  const parsed = variantSchema.safeParse(found)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  return err(`variant "${name}": ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`)
}
