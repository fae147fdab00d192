import { resolve } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '#lib/result.ts'
import { loadVariant } from '#variants/load.ts'
import type { Variant } from '#variants/schema.ts'

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 0, 1, true or false')
  .transform((value) => value === '1' || value === 'true')

const environmentSchema = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1, 'must not be empty').default('localhost'),
  DATA_DIR: z.string().min(1, 'must not be empty').default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  DEMO: flag.default(true),
  VARIANT: z.string().default('standard'),
  /** Gives the trading platform's account `platform` this password; without it the account stays as it is. */
  PLATFORM_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
})

export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly demo: boolean
  readonly variant: Variant
  readonly platformPassword: string | null
  readonly logLevel: string
}

/** Reads the settings from the environment; the error is one line per wrong setting, for people to read. */
export function readSettings(environment: Record<string, string | undefined>): Result<Settings, string> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    return err(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, DEMO, VARIANT, PLATFORM_PASSWORD, LOG_LEVEL } = parsed.data
  const variant = loadVariant(VARIANT)
  if (!variant.ok) return err(`VARIANT: ${variant.error}`)
  return ok({
    port: PORT,
    host: HOST,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    demo: DEMO,
    variant: variant.value,
    platformPassword: PLATFORM_PASSWORD ?? null,
    logLevel: LOG_LEVEL,
  })
}
