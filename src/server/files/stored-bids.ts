import { eq, isNull } from 'drizzle-orm'
import type { SessionState } from '#domain/session/state.ts'
import { biddersOf, filesOf } from '#domain/submission/bids.ts'
import type { Result } from '#lib/result.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import type { Database } from '../db/database.ts'
import { bidFile, session } from '../db/schema.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { replacedHashes } from '../log/submitted-files.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { withBytesLocked } from './bytes-lock.ts'
import type { FileStore } from './file-store.ts'

interface Ports {
  readonly database: Pick<Database, 'db' | 'pool'>
  readonly files: Pick<FileStore, 'locate' | 'remove'>
  readonly log: Pick<SessionLogReader, 'state'>
}

interface Submission {
  readonly sessionId: string
  readonly ciphertextHash: string
}

/** Each keeps one of the pool's connections while its work needs another. */
const lockedAtOnce = 5

/**
 * The stored bytes of bids. They are deleted once no section's current bid is made of them (BID-12): the log keeps their
 * hash, and nobody may open them any more.
 */
export function createStoredBids({ database, files, log }: Ports) {
  const places = createSemaphore(lockedAtOnce)

  /** Does work that makes a section's log name stored bytes, while nobody deletes them. */
  function submit<T>(
    { sessionId, ciphertextHash }: Submission,
    work: () => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> {
    return places(() =>
      withBytesLocked(database, ciphertextHash, async () => {
        if (!(await files.locate(ciphertextHash))) return refuse('upload-failed')
        // Committed before the entry: bytes without their section here would be deleted while they are its bid.
        await database.db.insert(bidFile).values({ sessionId, ciphertextHash }).onConflictDoNothing()
        return work()
      }),
    )
  }

  /** The sections in which a file of these bytes may have been submitted. */
  async function sectionsNaming(ciphertextHash: string): Promise<readonly string[]> {
    const { sessionId } = bidFile
    const rows = await database.db
      .select({ sessionId })
      .from(bidFile)
      .where(eq(bidFile.ciphertextHash, ciphertextHash))
    return rows.map((row) => row.sessionId)
  }

  /** Deletes bytes unless they are a current bid, in whichever section. */
  function removeUnnamed(ciphertextHash: string): Promise<void> {
    return places(() =>
      withBytesLocked(database, ciphertextHash, async (tx) => {
        for (const id of await sectionsNaming(ciphertextHash)) {
          const state = (await log.state(id))?.unredactedState
          if (!state || isCurrent(state, ciphertextHash)) return
        }
        await files.remove(ciphertextHash)
        await tx.delete(bidFile).where(eq(bidFile.ciphertextHash, ciphertextHash))
      }),
    )
  }

  /** The sections with bids whose opening has not ended: only in them a file may have been replaced a moment ago. */
  async function sectionsToOpen(): Promise<readonly string[]> {
    const { sessionId } = bidFile
    const rows = await database.db
      .selectDistinct({ sessionId })
      .from(bidFile)
      .innerJoin(session, eq(session.id, sessionId))
      .where(isNull(session.endedAt))
    return rows.map((row) => row.sessionId)
  }

  return {
    submit,
    removeUnnamed,
    /** Deletes the bytes of a file of a section that was replaced. */
    async removeReplaced(sessionId: string, fileId: string): Promise<void> {
      for (const hash of await replacedHashes(database.pool, sessionId, fileId)) await removeUnnamed(hash)
    },
    /** Deletes those of all replaced files that are still there, because a server ended before it deleted them. */
    async removeLeft(): Promise<void> {
      for (const id of await sectionsToOpen())
        for (const hash of await replacedHashes(database.pool, id))
          if (await files.locate(hash)) await removeUnnamed(hash)
    },
  }
}

export type StoredBids = ReturnType<typeof createStoredBids>

function isCurrent(state: SessionState, ciphertextHash: string): boolean {
  return biddersOf(state).some((bidder) =>
    filesOf(bidder).some(({ submission }) => submission.ciphertextHash === ciphertextHash),
  )
}
