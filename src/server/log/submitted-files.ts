import type { Pool } from 'pg'

/** The hashes of files of a section after which their bidders submitted others; of one file, or of all. */
export async function replacedHashes(
  pool: Pick<Pool, 'query'>,
  sessionId: string,
  fileId: string | null = null,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ hash: string }>(
    `select distinct bid.payload ->> 'ciphertextHash' as hash
       from entry bid join entry later on later.session_id = bid.session_id and later.seq > bid.seq
        and later.type = 'BidSubmitted' and later.payload ->> 'replaces' = bid.payload ->> 'fileId'
      where bid.session_id = $1 and bid.type = 'BidSubmitted' and ($2::text is null or bid.payload ->> 'fileId' = $2)`,
    [sessionId, fileId],
  )
  return rows.map(({ hash }) => hash)
}
