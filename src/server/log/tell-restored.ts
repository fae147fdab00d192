import type { Pool } from 'pg'
import type { Random } from '#lib/ports.ts'
import type { SectionKeys } from '../secrets/section-keys.ts'
import { epochAfterRestore } from './restored-epochs.ts'

interface Row {
  readonly id: string
  readonly epoch: string
  readonly kept: number
  readonly wrapped: string
}

/** Sections whose epochs are written at once. */
const together = 500

/**
 * Gives every log an epoch that says that a backup was restored, and that the entries so far were kept (ALM-5;
 * `src/protocol/socket/restored-epoch.ts`). Otherwise the pages of whoever has seen more raise an alarm. No node may run
 * meanwhile: nodes remember epochs. Returns how many logs there are.
 */
export async function tellRestored(
  pool: Pick<Pool, 'query'>,
  keys: Pick<SectionKeys, 'unwrap'>,
  random: Random,
): Promise<number> {
  const { rows } = await pool.query<Row>(
    'select id, epoch, head as kept, wrapped from session join section_key on session_id = id',
  )
  for (let from = 0; from < rows.length; from += together) {
    const some = rows.slice(from, from + together)
    const epochs = await Promise.all(
      some.map(async ({ id, epoch, kept, wrapped }) => {
        const { privateKey } = await keys.unwrap(id, wrapped)
        return epochAfterRestore({ epoch, kept, privateKey }, random)
      }),
    )
    await pool.query(
      `update session set epoch = told.epoch from unnest($1::uuid[], $2::text[]) as told(id, epoch)
       where session.id = told.id`,
      [some.map(({ id }) => id), epochs],
    )
  }
  return rows.length
}
