import type { Pool } from 'pg'

interface SubmittedFile {
  readonly id: string
  readonly replaces: string | null
  readonly hash: string
}

/** The hashes of a section's files that later ones replaced, by its whole log. */
export async function replacedHashes(
  pool: Pick<Pool, 'query'>,
  sessionId: string,
): Promise<readonly string[]> {
  const { rows } = await pool.query<SubmittedFile>(
    `select payload ->> 'fileId' as id, payload ->> 'replaces' as replaces, payload ->> 'ciphertextHash' as hash
       from entry where session_id = $1 and type = 'BidSubmitted' order by seq desc`,
    [sessionId],
  )
  const replaced = new Set<string>()
  const hashes = new Set<string>()
  for (const { id, replaces, hash } of rows) {
    if (replaced.has(id)) hashes.add(hash)
    if (replaces !== null) replaced.add(replaces)
  }
  return [...hashes]
}
