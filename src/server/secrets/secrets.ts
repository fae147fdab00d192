import { hkdfSync } from 'node:crypto'
import pg, { type Pool } from 'pg'
import type { Random } from '#lib/ports.ts'
import { howToMake } from './key-file.ts'
import type { KeyRing } from './key-ring.ts'
import { createMarks, type MarkedTable, type Marks } from './marks.ts'
import { checkAllKnown, readRegistry, registryRow, stillNames } from './registry.ts'
import { createSectionKeys, type SectionKeys, type StoreWrapped } from './section-keys.ts'
import { markKeyName, settingName, wrapExisting } from './wrap-existing.ts'
import { keyLength, UnwrapError, type WrappingKey } from './wrapping-key.ts'

/*
 * The hall's secrets, the same on every node of one database:
 * 1. In the database they are wrapped by a key that is not there (`key-ring.ts`); its row `wrapping-key` names that key.
 * 2. A database gets its key once, in a transaction of one node, with everything that was in clear before.
 * 3. A value that is missing, altered or moved to another row is an error. Nothing is ever made again in its place.
 */

export interface Secrets {
  /** A secret that the first node makes; every other node reads the same value. */
  of(name: string, make: () => string): Promise<string>
  readonly sections: SectionKeys
  readonly marks: Marks
  /** What passwords are mixed with before they are hashed (KEY-8). */
  readonly pepper: Uint8Array
  /** The id of the wrapping key that the database names. */
  wrappingKeyId(): string
}

/** What is known outside the database of what happened to it. */
export interface Witness {
  /** Whether a database was given its key before. */
  hasWrapped(): boolean
  noteWrapped(): void
}

export interface SecretsOptions {
  readonly ring: KeyRing
  readonly random: Random
  readonly witness?: Witness
  /** Called for a row that the hall did not write; `id` is its primary key. */
  readonly onForged?: (table: MarkedTable, id: string) => void
  /** Called when the database gets its key. */
  readonly onWrapped?: (key: WrappingKey) => void
}

/** An arbitrary number, the same on every node: one node gives the database its key, the others wait. */
const wrappingLock = 5_271_004

/** Opens the secrets, and gives a database without a key one (KEY-2). Throws before anything is changed. */
export async function openSecrets(
  database: { readonly url: string; readonly pool: Pool },
  options: SecretsOptions,
): Promise<Secrets> {
  const { ring } = options
  const { pool } = database
  let current = (await readRegistry(pool, ring)) ?? (await giveKey(database.url, options))
  await checkAllKnown(pool, ring)
  options.witness?.noteWrapped()

  async function wrapNew(about: string, plain: Uint8Array, store: StoreWrapped): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (await store(await ring.wrap(current, about, plain), current)) return
      current = (await readRegistry(pool, ring)) ?? current
    }
    throw new Error(`${about} could not be stored while the wrapping key was changed`)
  }

  async function read(name: string): Promise<string | null> {
    const { rows } = await pool.query<{ wrapped: string | null }>(
      'select wrapped from setting where key = $1',
      [name],
    )
    const [row] = rows
    if (!row) return null
    if (row.wrapped === null) throw new UnwrapError(`${settingName(name)} is not wrapped`)
    return Buffer.from(await ring.unwrap(settingName(name), row.wrapped)).toString('utf8')
  }

  async function of(name: string, make: () => string): Promise<string> {
    const known = await read(name)
    if (known !== null) return known
    await wrapNew(settingName(name), Buffer.from(make()), async (wrapped, keyId) => {
      const { rows } = await pool.query<{ named: number }>(
        `with named as (${stillNames('$3')}),
           stored as (insert into setting (key, wrapped) select $1, $2 from named on conflict do nothing)
         select count(*)::integer as named from named`,
        [name, wrapped, keyId],
      )
      return rows[0]?.named === 1
    })
    const written = await read(name)
    if (written === null) throw new Error(`setting ${name} could not be written`)
    return written
  }

  const markKey = await read(markKeyName)
  if (markKey === null) throw new Error(`the row ${markKeyName} of the table setting is missing`)
  const marking = Buffer.from(markKey, 'base64')
  return {
    of,
    sections: createSectionKeys(ring.unwrap, wrapNew),
    marks: createMarks(marking, options.onForged),
    pepper: Buffer.from(hkdfSync('sha256', marking, Buffer.alloc(0), 'kaibiao password pepper', keyLength)),
    wrappingKeyId: () => current,
  }
}

/** Gives the database its key, unless another node does so at this moment; yields the key's id. */
async function giveKey(url: string, options: SecretsOptions): Promise<string> {
  const { ring, random, witness } = options
  // Without the pool's time limits: many sections take long.
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kaibiao secrets',
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [wrappingLock])
    const given = await readRegistry(client, ring)
    if (given !== null) {
      await client.query('rollback')
      return given
    }
    await refuseLostKey(client, witness)
    const key = await ring.first()
    if (!key) throw new Error(`there is no key in ${ring.places}: ${howToMake(ring.places)}`)
    const cleared = await wrapExisting(client, ring, key, random(keyLength))
    await client.query('commit')
    options.onWrapped?.(key)
    // Rows of before still lie in the files of these tables until they are written anew.
    for (const table of cleared) await client.query(`vacuum full ${table}`)
    return key.id
  } finally {
    await client.end()
  }
}

/** A database that had a key has one: without it, somebody removed the row, or an older backup was restored. */
async function refuseLostKey(client: pg.Client, witness: Witness | undefined): Promise<void> {
  const { rows } = await client.query<{ wrapped: boolean; inUse: boolean }>(
    `select exists (select from section_key) or exists (select from setting where wrapped is not null) as wrapped,
       exists (select from session) or exists (select from account) or exists (select from setting) as "inUse"`,
  )
  const [found] = rows
  if (found?.wrapped)
    throw new Error(
      `the row ${registryRow} of the table setting is missing, but secrets are wrapped. Nothing was changed.`,
    )
  if (found?.inUse && witness?.hasWrapped())
    throw new Error(
      'the database has secrets in clear, although they were wrapped before. Nothing was changed. If an older backup ' +
        'was restored on purpose, remove the file secrets-wrapped in DATA_DIR and start again.',
    )
}
