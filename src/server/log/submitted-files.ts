import type { Pool } from 'pg'

/** The hashes of files after which their bidders submitted others; of one file of a section, or of all. */
export async function replacedHashes(
  pool: Pick<Pool, 'query'>,
  only: { readonly sessionId: string; readonly fileId: string } | null = null,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ hash: string }>(
    `select distinct bid.payload ->> 'ciphertextHash' as hash
       from entry bid join entry later on later.session_id = bid.session_id and later.seq > bid.seq
        and later.type = 'BidSubmitted' and later.payload ->> 'replaces' = bid.payload ->> 'fileId'
      where bid.type = 'BidSubmitted'
        and ($1::uuid is null or bid.session_id = $1 and bid.payload ->> 'fileId' = $2)`,
    [only?.sessionId ?? null, only?.fileId ?? null],
  )
  return rows.map(({ hash }) => hash)
}
