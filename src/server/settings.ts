import type { IncomingMessage } from 'node:http'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '#lib/result.ts'
import { hallName } from '#protocol/signed-call.ts'
import type { RevocationPolicy } from '#seal/revocation.ts'
import { loadVariant } from '#variants/load.ts'
import type { Variant } from '#variants/schema.ts'
import { howToMake } from './secrets/key-file.ts'
import { isFromHere, type OriginRules } from './transport/origin.ts'
import { isProxyRange, loopback, trustedProxies } from './transport/proxies.ts'

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 0, 1, true or false')
  .transform((value) => value === '1' || value === 'true')

/** Values separated by commas. */
const list = z.string().transform((text) => text.split(',').map((part) => part.trim()))

const environmentSchema = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1, 'must not be empty').default('localhost'),
  DATA_DIR: z.string().min(1, 'must not be empty').default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  NODE_ENV: z.string().optional(),
  /** On by default where nothing says that the hall is more than a try on this machine (ACC-10). */
  DEMO: flag.optional(),
  /** Lets anybody log in as anybody by `testLogin`; on by default where the demo is. */
  TEST_ACCOUNTS: flag.optional(),
  /** File with the 32 bytes of the key that wraps the secrets in the database. */
  KEY_FILE: z.string().optional(),
  /** Unix socket of a service that wraps them instead. */
  KEY_SOCKET: z.string().optional(),
  VARIANT: z.string().default('standard'),
  /** File with the trading platform's public keys; a demo has a key pair of its own. */
  PLATFORM_KEY: z.string().optional(),
  /** By which the platform addresses this hall and no other (PLF-1). */
  HALL_NAME: z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'must be 1 to 60 letters, digits, dots or dashes')
    .default(hallName),
  /** Where results are sent to the trading platform. */
  PLATFORM_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  /** The trading platform's evaluation system, where bidders evaluate the tenderer. */
  EVALUATION_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  /** PEM file or folder with the root and intermediate certificates that users' certificates are checked against. */
  TRUST_ROOTS: z.string().optional(),
  /** File or folder of those authorities' revocation lists. */
  REVOCATION_LISTS: z.string().optional(),
  REVOCATION_POLICY: z.enum(['listed', 'required', 'lenient']).default('listed'),
  /** The hall's public origins, separated by commas, if a proxy does not pass its name on. */
  ORIGINS: list
    .pipe(z.array(z.string().regex(/^https?:\/\/[^/]+$/, 'must be origins such as https://hall.example')))
    .default([]),
  /** Proxies whose forwarding headers are trusted, separated by commas: those that are named, and no other. */
  TRUSTED_PROXIES: list
    .transform((ranges) => (ranges.join() === 'none' ? [] : ranges))
    .pipe(z.array(z.string().refine(isProxyRange, 'must be addresses or networks such as 10.0.0.0/8')))
    .default([...loopback]),
  /** Port for operators, with health and metrics; none unless given. */
  OPERATOR_PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).optional(),
  OPERATOR_HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  /** Connections of one address at once; a hall of a thousand people may be behind one. */
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number('must be a number')
    .int()
    .min(10, 'must be at least 10')
    .default(10_000),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
})

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(environmentSchema.shape)

/** Where the key is that wraps the secrets in the database (KEY-1). */
export interface KeySettings {
  /** A file in the data folder if nothing is given. */
  readonly file: string | null
  readonly socket: string | null
  /** Whether the hall makes the file where it is missing. */
  readonly make: boolean
  readonly isInDataDir: boolean
  /** Whether it is the only key and lies there, although this is more than a try: the operator is warned. */
  readonly besideData: boolean
}

export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly key: KeySettings
  readonly demo: boolean
  readonly testAccounts: boolean
  /** Whether other machines may use them, too: only where a setting asks for them by name (ACC-10). */
  readonly openElsewhere: { readonly demo: boolean; readonly testAccounts: boolean }
  readonly variant: Variant
  readonly platformKey: string | null
  readonly hallName: string
  readonly platformUrl: string | null
  readonly evaluationUrl: string | null
  readonly trustRoots: string | null
  readonly revocationLists: string | null
  readonly revocationPolicy: RevocationPolicy
  readonly origins: OriginRules
  /** Addresses and networks, as they were given. */
  readonly trustedProxies: readonly string[]
  readonly connectionsPerAddress: number
  /** Where operators read health and metrics; null: nowhere. */
  readonly operator: { readonly host: string; readonly port: number } | null
  readonly logLevel: string
}

/** Reads the settings from the environment; the error has one line per wrong setting, for the operator. */
export function readSettings(environment: Record<string, string | undefined>): Result<Settings, string> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    return err(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, VARIANT, PLATFORM_KEY, PLATFORM_URL, LOG_LEVEL } = parsed.data
  const isProduction = parsed.data.NODE_ENV === 'production'
  const variant = loadVariant(VARIANT)
  if (!variant.ok) return err(`VARIANT: ${variant.error}`)
  const { demo, testAccounts, openElsewhere } = openAccounts(parsed.data)
  const isDemoHere = (demo || testAccounts) && isLoopback(HOST)
  const own = DATABASE_URL === undefined || isDemoHere
  const key = keySettings(parsed.data, { own, isTry: demo || testAccounts })
  if (!key.ok) return key
  return ok({
    port: PORT,
    host: HOST,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    key: key.value,
    demo,
    testAccounts,
    openElsewhere,
    variant: variant.value,
    platformKey: PLATFORM_KEY === undefined ? null : resolve(PLATFORM_KEY),
    hallName: parsed.data.HALL_NAME,
    platformUrl: PLATFORM_URL ?? null,
    evaluationUrl: parsed.data.EVALUATION_URL ?? null,
    trustRoots: parsed.data.TRUST_ROOTS === undefined ? null : resolve(parsed.data.TRUST_ROOTS),
    revocationLists:
      parsed.data.REVOCATION_LISTS === undefined ? null : resolve(parsed.data.REVOCATION_LISTS),
    revocationPolicy: parsed.data.REVOCATION_POLICY,
    origins: {
      origins: parsed.data.ORIGINS,
      loopback: !isProduction,
      proxies: trustedProxies(parsed.data.TRUSTED_PROXIES),
    },
    trustedProxies: parsed.data.TRUSTED_PROXIES,
    operator:
      parsed.data.OPERATOR_PORT === undefined
        ? null
        : { host: parsed.data.OPERATOR_HOST, port: parsed.data.OPERATOR_PORT },
    connectionsPerAddress: parsed.data.CONNECTIONS_PER_ADDRESS,
    logLevel: LOG_LEVEL,
  })
}

/**
 * Demo and test accounts are on by default only for a try on this machine: any of these settings says that it is more,
 * and a proxy in front of a server that listens only here may be open to everybody (ACC-10).
 */
function openAccounts(
  given: z.output<typeof environmentSchema>,
): Pick<Settings, 'demo' | 'testAccounts' | 'openElsewhere'> {
  const { DATABASE_URL, KEY_FILE, KEY_SOCKET, PLATFORM_KEY, TRUST_ROOTS, ORIGINS } = given
  const isMore =
    given.NODE_ENV === 'production' ||
    ORIGINS.length > 0 ||
    [DATABASE_URL, KEY_FILE, KEY_SOCKET, PLATFORM_KEY, TRUST_ROOTS].some((value) => value !== undefined)
  const isTry = isLoopback(given.HOST) && !isMore
  const demo = given.DEMO ?? isTry
  return {
    demo,
    testAccounts: given.TEST_ACCOUNTS ?? (demo && isTry),
    openElsewhere: { demo: given.DEMO === true, testAccounts: given.TEST_ACCOUNTS === true },
  }
}

/** Whether whoever sends a request may use the demo or the test accounts (ACC-10). */
export function isOpenTo(
  request: IncomingMessage,
  what: 'demo' | 'testAccounts',
  settings: Pick<Settings, 'demo' | 'testAccounts' | 'openElsewhere' | 'origins'>,
): boolean {
  return settings[what] && (settings.openElsewhere[what] || isFromHere(request, settings.origins.proxies))
}

/**
 * `own`: without a key the hall makes one in its data folder. A database elsewhere has its key elsewhere, too. `isTry`:
 * demo or test accounts, whose key protects nothing.
 */
function keySettings(
  {
    KEY_FILE,
    KEY_SOCKET,
    DATA_DIR,
  }: Pick<z.output<typeof environmentSchema>, 'KEY_FILE' | 'KEY_SOCKET' | 'DATA_DIR'>,
  { own, isTry }: { readonly own: boolean; readonly isTry: boolean },
): Result<KeySettings, string> {
  const given = { file: KEY_FILE ?? null, socket: KEY_SOCKET ?? null }
  const isGiven = given.file !== null || given.socket !== null
  if (!isGiven && !own)
    return err(
      'KEY_FILE: with DATABASE_URL the key that wraps the secrets in the database must be given, by KEY_FILE or ' +
        `KEY_SOCKET: ${howToMake('FILE')}. Every node needs the same key`,
    )
  const name = given.file ?? (isGiven ? null : ownKeyFile(DATA_DIR))
  const file = name && resolve(name)
  const socket = given.socket && resolve(given.socket)
  const isInDataDir = file?.startsWith(resolve(DATA_DIR) + sep) ?? false
  return ok({ file, socket, make: !isGiven, isInDataDir, besideData: isInDataDir && !socket && !isTry })
}

/** The key that the hall makes itself. */
export function ownKeyFile(dataDir: string): string {
  return join(dataDir, 'wrapping.key')
}

/** Whether the address is one of this machine: nobody else reaches a server that listens on it. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || trustedProxies(loopback)(host)
}
