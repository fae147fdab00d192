import type { Pool } from 'pg'

/**
 * Gives every log an epoch that says that a backup was restored, and that the entries so far were kept (ALM-5;
 * `src/protocol/socket/restored-epoch.ts`). Otherwise the pages of whoever has seen more raise an alarm. No node may run
 * meanwhile: nodes remember epochs. Returns how many logs there are.
 */
export async function tellRestored(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update session set epoch = epoch || '~' || head || '~' || left(replace(gen_random_uuid()::text, '-', ''), 8)`,
  )
  return rowCount ?? 0
}
