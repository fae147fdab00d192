import type { Pool } from 'pg'
import type { KeyRing } from './key-ring.ts'
import { checkAllKnown, nameKey, readRegistry, registryRow } from './registry.ts'
import { sectionName } from './section-keys.ts'
import { settingName } from './wrap-existing.ts'

const rowsAtOnce = 100

/** What a rotation did. */
export interface Rotated {
  /** The id of the key by which everything is wrapped now. */
  readonly keyId: string
  /** Values that this run wrapped anew. */
  readonly rewrapped: number
  /** For the operator: where the keys are now. */
  readonly advice: string
}

/**
 * Wraps every secret in the database by the next key (KEY-4). The database names that key first, so that running nodes
 * use it for what is new. Killed at any moment, it goes on where it was when it is started again: until the end both keys
 * are there.
 */
export async function rotateKeys(pool: Pool, ring: KeyRing): Promise<Rotated> {
  const named = await readRegistry(pool, ring)
  if (named === null) throw new Error('the database has no wrapped secrets yet: start the hall once')
  await checkAllKnown(pool, ring)
  const next = await ring.next()
  if (next.id !== named) await nameKey(pool, next)
  const settings = await rewrap(pool, ring, next.id, {
    nameOf: settingName,
    list: `select key as id, wrapped from setting where key > $1 and key <> '${registryRow}' and wrapped is not null
      order by key limit ${rowsAtOnce}`,
    first: '',
    replace: 'update setting set wrapped = $3 where key = $1 and wrapped = $2',
  })
  const sections = await rewrap(pool, ring, next.id, {
    nameOf: sectionName,
    list: `select session_id as id, wrapped from section_key where session_id > $1
      order by session_id limit ${rowsAtOnce}`,
    first: '00000000-0000-0000-0000-000000000000',
    replace: 'update section_key set wrapped = $3 where session_id = $1 and wrapped = $2',
  })
  return { keyId: next.id, rewrapped: settings + sections, advice: await ring.settle() }
}

interface Rows {
  nameOf(id: string): string
  /** SQL: the next rows after an id. */
  readonly list: string
  readonly first: string
  /** SQL: a row's wrapped value by another, if it is still what was read. */
  readonly replace: string
}

/** How many were wrapped anew. */
async function rewrap(
  pool: Pool,
  ring: KeyRing,
  keyId: string,
  { nameOf, list, first, replace }: Rows,
): Promise<number> {
  let done = 0
  let last = first
  for (;;) {
    const { rows } = await pool.query<{ id: string; wrapped: string }>(list, [last])
    for (const { id, wrapped } of rows) {
      if (wrapped.startsWith(`w1.${keyId}.`)) continue
      const about = nameOf(id)
      const anew = await ring.wrap(keyId, about, await ring.unwrap(about, wrapped))
      await pool.query(replace, [id, wrapped, anew])
      done += 1
    }
    const end = rows.at(-1)
    if (!end) return done
    last = end.id
  }
}
