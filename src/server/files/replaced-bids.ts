import type { Database } from '../db/database.ts'
import { type ReplacedBid, replacedBids } from '../log/replaced-bids.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { FileStore } from './file-store.ts'

interface Stores {
  readonly log: Pick<SessionLogReader, 'state'>
  readonly files: Pick<FileStore, 'locate' | 'removeOlder'>
}

/** Removes a bid that was replaced: the log keeps its hash, and nobody may open it any more. */
export async function removeReplaced({ log, files }: Stores, replaced: ReplacedBid): Promise<void> {
  const { sessionId, ciphertextHash, at } = replaced
  const state = (await log.state(sessionId))?.unredactedState
  if (state && !JSON.stringify(state).includes(ciphertextHash)) {
    await files.removeOlder(ciphertextHash, Date.parse(at))
  }
}

/**
 * Removes the replaced bids that are still there, because a server ended between the commit and the removal. Does so
 * once: what it returns does nothing after it has succeeded.
 */
export function leftBidsRemoval(stores: Stores & { readonly database: Pick<Database, 'pool'> }) {
  let isDone = false
  return async (): Promise<void> => {
    if (isDone) return
    for (const replaced of await replacedBids(stores.database.pool))
      if (await stores.files.locate(replaced.ciphertextHash)) await removeReplaced(stores, replaced)
    isDone = true
  }
}
