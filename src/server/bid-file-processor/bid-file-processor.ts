import type { Logger } from 'pino'
import type { SessionState } from '#domain/session/state.ts'
import type { FileState } from '#domain/submission/bid-state.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { Authority } from '../session/authority.ts'
import type { Claims } from './claims.ts'
import { createFileLocator } from './file-locator.ts'
import { createFileOpening } from './file-opening.ts'
import { createJobRunner } from './job-runner.ts'
import { createOutcomeWaiters } from './outcome-waiters.ts'
import { type FileReference, type PendingFile, pendingFiles } from './pending-files.ts'
import { createRereads } from './rereads.ts'
import type { WorkerPool } from './worker-pool.ts'

/*
 * Opens the bid files whose keys were handed over, and files without a key once their import has begun.
 * 1. The log is the queue: the files to open are read from a session's state, after a restart as well. Everything kept
 *    in memory may be lost at any moment.
 * 2. The node that holds a file's claim opens it. The outcome is an entry, appended once by the session authority.
 * 3. Bidders take turns, one file each, and large files never occupy every place.
 * 4. A file is tried again after a pause when its worker dies or the disk cannot be read; finally the outcome is
 *    `server-failure`.
 */

interface Parts {
  readonly log: SessionLogReader
  readonly files: Pick<FileStore, 'locate'>
  readonly pool: WorkerPool
  readonly claims: Claims
  readonly decide: Authority['decide']
  readonly logger: Logger
  /** Files read at once. Of several places one is kept for small files. */
  readonly places: number
  /** From this size on a file is a large one. */
  readonly largeBytes?: number
  /** Between two attempts (ms): a disk that fails for a moment must not fail a bid. */
  readonly retryMilliseconds?: number
}

export interface BidFileProcessor {
  /** Takes a session's newest state: opens its pending files and answers callers that wait for an outcome. */
  update(sessionId: string, state: SessionState): void
  /** The file's state once it is settled; null if it is still being opened after this time. */
  waitForOutcome(file: FileReference, milliseconds: number): Promise<FileState | null>
  /** The large files that this node is reading, and how much of each, from 0 to 100. */
  progress(sessionId: string): { readonly fileId: string; readonly percent: number }[]
  /** Files that this node has to open. */
  waiting(): number
  stop(): Promise<void>
}

const usuallyLarge = 32 * 1024 * 1024
/** Files in memory; the others wait in the log. */
const longestQueue = 5000
const usualRetryMilliseconds = 1000
/** With so many files in memory nobody has to wait for another one to be found. */
const longQueue = 50
/** Then a session is looked through once in this time, and not after each of its entries. */
const lookMilliseconds = 100

export function createBidFileProcessor(parts: Parts): BidFileProcessor {
  const { log, files, pool, claims, logger, places } = parts
  const { largeBytes = usuallyLarge, retryMilliseconds = usualRetryMilliseconds } = parts
  /** From being found to being settled here: no file is queued twice. */
  const known = new Set<string>()
  const locate = createFileLocator(files, logger)
  const waiters = createOutcomeWaiters({ log, update })
  const end = new AbortController()
  const rereads = createRereads({ log, logger, milliseconds: retryMilliseconds, update })
  const looks = createRereads({ log, logger, milliseconds: lookMilliseconds, update: look })
  const opening = { ...parts, retryMilliseconds, ended: end.signal, rereadLater: rereads.later }
  const { openAndSettle, settle } = createFileOpening(opening)
  const runner = createJobRunner(places, (job, onRead) =>
    openAndSettle(job, onRead).then(
      () => void known.delete(job.key),
      (error: unknown) => giveUp(job, job.key, error),
    ),
  )

  function update(sessionId: string, state: SessionState): void {
    if (end.signal.aborted) return
    waiters.update(sessionId, state)
    if (known.size < longQueue) look(sessionId, state)
    else looks.later(sessionId)
  }

  /** Queues the session's pending files that are not queued yet. */
  function look(sessionId: string, state: SessionState): void {
    if (end.signal.aborted) return
    for (const file of pendingFiles(sessionId, state)) {
      const key = keyOf(file)
      if (known.has(key)) continue
      if (known.size >= longestQueue) {
        rereads.later(sessionId)
        return
      }
      known.add(key)
      void enqueue(file, key).catch((error: unknown) => giveUp(file, key, error))
    }
  }

  async function enqueue(file: PendingFile, key: string): Promise<void> {
    const found = await locate(file, key)
    if (end.signal.aborted) return
    if (typeof found === 'string') {
      await settle(file, { ok: false, cause: found })
      known.delete(key)
      return
    }
    runner.add({ ...file, ...found, key, large: found.size > largeBytes, owner: ownerOf(file) })
  }

  function giveUp({ sessionId, fileId }: PendingFile, key: string, error: unknown): void {
    known.delete(key)
    if (end.signal.aborted) return
    logger.error({ err: error, sessionId, fileId }, 'the opening of a file failed and is tried again')
    rereads.later(sessionId)
  }

  async function stop(): Promise<void> {
    end.abort()
    rereads.stop()
    looks.stop()
    await Promise.all([runner.stop(), pool.stop()])
    await claims.close()
  }

  const { progress } = runner
  return { update, waitForOutcome: waiters.wait, progress, waiting: () => known.size, stop }
}

function ownerOf({ sessionId, bidderCode }: PendingFile): string {
  return `${sessionId} ${bidderCode}`
}

function keyOf({ sessionId, fileId, seq }: PendingFile): string {
  return `${sessionId} ${fileId} ${seq}`
}
