import { desc, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { trailLine } from '../db/schema.ts'
import type { Settings } from '../settings.ts'
import { detailText, type Happened, hallItself, nowhere, type Trail } from './trail.ts'

/**
 * The settings that decide who may do what here, as the trail shows them; secrets, paths and what differs from node to
 * node are left out.
 */
function shownSettings({ settings, wrappingKeyId }: Shown): Readonly<Record<string, string>> {
  const { key } = settings
  const { variant, demo, testAccounts, origins, revocationPolicy, hallName, platformUrl, evaluationUrl } =
    settings
  return {
    VARIANT: variant.name,
    DEMO: flag(demo),
    TEST_ACCOUNTS: flag(testAccounts),
    ORIGINS: origins.origins.join(', '),
    TRUSTED_PROXIES: settings.trustedProxies.join(', '),
    TRUST_ROOTS: settings.trustRoots === null ? '' : 'set',
    REVOCATION_LISTS: settings.revocationLists === null ? '' : 'set',
    REVOCATION_POLICY: revocationPolicy,
    PLATFORM_KEY: settings.platformKey === null ? '' : 'set',
    HALL_NAME: hallName,
    PLATFORM_URL: originOf(platformUrl),
    EVALUATION_URL: originOf(evaluationUrl),
    KEY_FILE: key.file === null ? '' : key.isInDataDir ? 'in DATA_DIR' : 'set',
    KEY_SOCKET: key.socket === null ? '' : 'set',
    'wrapping-key': wrappingKeyId,
  }
}

interface Shown {
  readonly settings: Settings
  /** The id of the key that wraps the secrets in the database. */
  readonly wrappingKeyId: string
}

/** Writes a line for each setting that is not as the trail last showed it (TRL-2). */
export async function recordSettingChanges(
  { db }: Pick<Database, 'db'>,
  trail: Trail,
  shown: Shown,
): Promise<void> {
  const rows = await db
    .selectDistinctOn([trailLine.what], { what: trailLine.what, detail: trailLine.detail })
    .from(trailLine)
    .where(eq(trailLine.kind, 'setting-changed'))
    .orderBy(trailLine.what, desc(trailLine.seq))
  const last = new Map(rows.map(({ what, detail }) => [what, detail]))
  const changed = Object.entries(shownSettings(shown)).filter(
    ([name, value]) => (last.get(name) ?? '') !== detailText(value),
  )
  const lines = changed.map(([what, detail]): Happened => {
    return { kind: 'setting-changed', who: hallItself, from: nowhere, what, detail }
  })
  if (lines.length > 0) await trail.write(...lines)
}

function flag(on: boolean): string {
  return on ? '1' : '0'
}

/** Without a password that stands in an address. */
function originOf(url: string | null): string {
  return url === null ? '' : new URL(url).origin
}
