import type { Pool } from 'pg'

/** A submitted file after which its bidder submitted another one. */
export interface ReplacedBid {
  readonly sessionId: string
  readonly ciphertextHash: string
  /** When it was submitted, ISO 8601. */
  readonly at: string
}

/** All replaced bids of all sections; reads the whole log. */
export async function replacedBids(pool: Pick<Pool, 'query'>): Promise<readonly ReplacedBid[]> {
  const { rows } = await pool.query<ReplacedBid>(
    `select bid.session_id as "sessionId", bid.payload ->> 'ciphertextHash' as "ciphertextHash", bid.at
       from entry bid join entry later on later.session_id = bid.session_id and later.seq > bid.seq
        and later.type = 'BidSubmitted' and later.payload ->> 'replaces' = bid.payload ->> 'fileId'
      where bid.type = 'BidSubmitted'`,
  )
  return rows
}
