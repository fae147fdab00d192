import type { ClientBase, Pool } from 'pg'
import type { KeyRing } from './key-ring.ts'
import type { WrappingKey } from './wrapping-key.ts'

/*
 * The row of the table `setting` that names the key which wraps what is new, with a mark that this key made. New
 * wrapped values are written while that row is locked (`for share`), so that a rotation misses none.
 */

export const registryRow = 'wrapping-key'

const checkText = (keyId: string) => `kaibiao wrapping key ${keyId}`

export async function registryValues(
  key: WrappingKey,
): Promise<readonly [key: string, id: string, check: string]> {
  return [registryRow, key.id, await key.mark(checkText(key.id))]
}

/** From here on what is new is wrapped by this key. */
export async function nameKey(db: Pool | ClientBase, key: WrappingKey): Promise<void> {
  await db.query('update setting set value = $2, wrapped = $3 where key = $1', [
    ...(await registryValues(key)),
  ])
}

/** SQL: locks the registry's row if it still names this key; yields no row otherwise. */
export function stillNames(keyId: string): string {
  return `select 1 from setting where key = '${registryRow}' and value = ${keyId} for share`
}

/**
 * The id of the key that the database names; null for a database without one. Throws if this process does not have the
 * key, or has another one under its id.
 */
export async function readRegistry(db: Pool | ClientBase, ring: KeyRing): Promise<string | null> {
  const { rows } = await db.query<{ id: string; check: string }>(
    'select value as id, wrapped as check from setting where key = $1',
    [registryRow],
  )
  const [row] = rows
  if (!row) return null
  const key = await ring.find(row.id)
  if (!key) throw await wrongKey(row.id, ring)
  if ((await key.mark(checkText(row.id))) !== row.check)
    throw new Error(
      `the database names the key ${row.id}, but not as ${ring.places} has it: this is another key. Nothing was changed.`,
    )
  return row.id
}

async function wrongKey(wanted: string, ring: KeyRing): Promise<Error> {
  const there = (await ring.read()).map(({ id }) => id)
  const instead = there.length === 0 ? 'no key' : `the key ${there.join(' and ')}`
  return new Error(
    `the secrets in the database are wrapped by the key ${wanted}, but in ${ring.places} is ${instead}. ` +
      'Nothing was changed. Start with the right key (KEY_FILE or KEY_SOCKET); it is part of no backup of the database.',
  )
}

/** Throws if something is wrapped by a key that this process does not have. */
export async function checkAllKnown(db: Pool | ClientBase, ring: KeyRing): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct split_part(wrapped, '.', 2) as id from (
       select wrapped from section_key
       union all select wrapped from setting where wrapped is not null and key <> $1) as stored`,
    [registryRow],
  )
  for (const { id } of rows) if (!(await ring.find(id))) throw await wrongKey(id, ring)
}
