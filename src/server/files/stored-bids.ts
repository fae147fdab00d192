import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { SessionState } from '#domain/session/state.ts'
import { biddersOf, filesOf } from '#domain/submission/bids.ts'
import type { Result } from '#lib/result.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import type { Database, Transaction } from '../db/database.ts'
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
  readonly fileId: string
  readonly ciphertextHash: string
}

/** Each keeps one of the pool's connections while its work needs another. */
const lockedAtOnce = 5

/** For so long after its end a section is looked at for files that a server left behind. */
const sweptDays = 30

/**
 * The stored bytes of bids. They are deleted once no section's current bid is made of them (BID-12): the log keeps their
 * hash, and nobody may open them any more.
 */
export function createStoredBids({ database, files, log }: Ports) {
  const places = createSemaphore(lockedAtOnce)

  /** Does work that makes a section's log name stored bytes, while nobody deletes them. */
  function submit<T>(
    submission: Submission,
    work: () => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> {
    const { ciphertextHash } = submission
    return places(() =>
      withBytesLocked(database, ciphertextHash, async () => {
        if (!(await files.locate(ciphertextHash))) return refuse('upload-failed')
        // Committed before the entry. Otherwise a crash could leave a current bid whose section is unknown here.
        await database.db.insert(bidFile).values(submission).onConflictDoNothing()
        return work()
      }),
    )
  }

  /** Deletes bytes unless they are a current bid, in whichever section. */
  function removeUnnamed(ciphertextHash: string): Promise<void> {
    return places(() =>
      withBytesLocked(database, ciphertextHash, async (tx) => {
        const sections = await sectionsNaming(tx, ciphertextHash)
        // Whose bytes these are is not known.
        if (sections.length === 0) return
        for (const id of sections) {
          const state = (await log.state(id))?.unredactedState
          if (!state || isCurrent(state, ciphertextHash)) return
        }
        // First, because it fails where the lock was lost: then somebody may have submitted these bytes.
        await tx.delete(bidFile).where(eq(bidFile.ciphertextHash, ciphertextHash))
        await files.remove(ciphertextHash)
      }),
    )
  }

  async function removeLeftOf(id: string): Promise<void> {
    for (const hash of await replacedHashes(database.pool, id))
      if (await files.locate(hash)) await removeUnnamed(hash)
  }

  return {
    submit,
    removeUnnamed,
    /** Deletes the bytes of a file of a section that was replaced. How much rivals submitted costs it no time (RIV-1). */
    async removeReplaced(sessionId: string, fileId: string): Promise<void> {
      for (const hash of await hashesOf(database.db, sessionId, fileId)) await removeUnnamed(hash)
    },
    /**
     * Deletes those of all replaced files that are still there, because a server ended before it deleted them. Bytes
     * without an entry stay: their bidder may be sending them again at this moment. A section that fails does not keep
     * the others from it.
     */
    async removeLeft(): Promise<void> {
      const failures: unknown[] = []
      for (const id of await sectionsToSweep(database.db))
        await removeLeftOf(id).catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw new AggregateError(failures, 'replaced bid files could not be removed')
    },
  }
}

export type StoredBids = ReturnType<typeof createStoredBids>

/** The sections in which a file of these bytes may have been submitted. */
async function sectionsNaming(tx: Transaction, ciphertextHash: string): Promise<readonly string[]> {
  const { sessionId } = bidFile
  const rows = await tx
    .selectDistinct({ sessionId })
    .from(bidFile)
    .where(eq(bidFile.ciphertextHash, ciphertextHash))
  return rows.map((row) => row.sessionId)
}

/** The bytes that were submitted in a section under an id. */
async function hashesOf(db: Database['db'], section: string, file: string): Promise<readonly string[]> {
  const { sessionId, fileId, ciphertextHash } = bidFile
  const rows = await db
    .select({ ciphertextHash })
    .from(bidFile)
    .where(and(eq(sessionId, section), eq(fileId, file)))
  return rows.map((row) => row.ciphertextHash)
}

/** The sections with bids whose opening has not ended, or not long ago. */
async function sectionsToSweep(db: Database['db']): Promise<readonly string[]> {
  const { sessionId } = bidFile
  const rows = await db
    .selectDistinct({ sessionId })
    .from(bidFile)
    .innerJoin(session, eq(session.id, sessionId))
    .where(or(isNull(session.endedAt), sql`${session.endedAt} > now() - make_interval(days => ${sweptDays})`))
  return rows.map((row) => row.sessionId)
}

function isCurrent(state: SessionState, ciphertextHash: string): boolean {
  return biddersOf(state).some((bidder) =>
    filesOf(bidder).some(({ submission }) => submission.ciphertextHash === ciphertextHash),
  )
}
