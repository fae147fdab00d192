import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OpeningOutcome } from '#domain/decryption/outcome.ts'
import { systemActor } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { FileState } from '#domain/submission/bid-state.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { Authority } from '../session/authority.ts'
import type { Claims } from './claims.ts'
import { createFairQueue } from './fair-queue.ts'
import { createFileLocator } from './file-locator.ts'
import { createOutcomeWaiters } from './outcome-waiters.ts'
import { type FileReference, fileStateIn, type PendingFile, pendingFiles } from './pending-files.ts'
import { TaskLost, type WorkerPool } from './worker-pool.ts'

/*
 * Opens the bid files whose keys were handed over, and files without a key once their import has begun.
 * 1. The log is the queue: what is to be opened is read from a session's state, now and after a restart. Everything
 *    kept in memory may be lost at any moment.
 * 2. The node that holds a file's claim opens it. The outcome is an entry, appended once by the session authority.
 * 3. Bidders take turns, one file each; small files never wait for large ones alone.
 * 4. A file is tried again after a pause when its worker dies or the disk cannot be read; in the end the failure
 *    counts as the server's.
 */

interface Parts {
  readonly log: SessionLogReader
  readonly files: Pick<FileStore, 'locate'>
  readonly pool: WorkerPool
  readonly claims: Claims
  readonly decide: Authority['decide']
  readonly logger: Logger
  /** Files opened at once; of them at least one is small. */
  readonly places: number
  /** From this size on a file is a large one. */
  readonly largeBytes?: number
  /** Between one attempt and the next (ms): a disk that is away for a moment must not cost anybody their bid. */
  readonly retryMilliseconds?: number
}

interface Job extends PendingFile {
  readonly key: string
  readonly owner: string
  readonly path: string
  readonly size: number
  readonly large: boolean
}

export interface BidFileProcessor {
  /** Takes a session's newest state: opens what is pending in it and answers those who wait for an outcome. */
  update(sessionId: string, state: SessionState): void
  /** The file's state once it is settled; null while it is still being opened after so many milliseconds. */
  waitForOutcome(file: FileReference, milliseconds: number): Promise<FileState | null>
  /** The large files that this node is reading, and how much of each, from 0 to 100. */
  progress(sessionId: string): { readonly fileId: string; readonly percent: number }[]
  stop(): Promise<void>
}

const usuallyLarge = 32 * 1024 * 1024
/** In memory at once; the others wait in the log. */
const longestQueue = 5000
/** For each place: while one file is read, others are claimed, and what became of yet others is written down. */
const underWayPerPlace = 4
const openAttempts = 2
const usualRetryMilliseconds = 1000

export function createBidFileProcessor(parts: Parts): BidFileProcessor {
  const { log, files, pool, claims, decide, logger, places } = parts
  const { largeBytes = usuallyLarge, retryMilliseconds = usualRetryMilliseconds } = parts
  const queue = createFairQueue<Job>()
  /** From being noticed to being settled here: nothing is queued twice. */
  const known = new Set<string>()
  const locate = createFileLocator(files, logger)
  const waiters = createOutcomeWaiters()
  const readPlaces = createSemaphore(places)
  const running = new Map<string, { job: Job; bytes: number }>()
  const works = new Set<Promise<void>>()
  const again = new Map<string, NodeJS.Timeout>()
  const end = new AbortController()
  let stopped = false

  function update(sessionId: string, state: SessionState): void {
    if (stopped) return
    waiters.update(sessionId, state)
    for (const file of pendingFiles(sessionId, state)) {
      const key = keyOf(file)
      if (known.has(key)) continue
      if (known.size >= longestQueue) {
        rereadLater(sessionId)
        return
      }
      known.add(key)
      void enqueue(file, key).catch((error: unknown) => giveUp(file, key, error))
    }
  }

  async function enqueue(file: PendingFile, key: string): Promise<void> {
    const found = await locate(file, key)
    if (stopped) return
    if (typeof found === 'string') {
      await settle(file, { ok: false, cause: found })
      known.delete(key)
      return
    }
    const large = found.size > largeBytes
    queue.push({ ...file, ...found, key, large, owner: `${file.sessionId} ${file.bidderCode}` })
    startNext()
  }

  /** Begins with those whose turn it is; of the places where files are read large ones never take the last. */
  function startNext(): void {
    while (!stopped && running.size < places * underWayPerPlace) {
      const large = [...running.values()].filter(({ job }) => job.large).length
      const job = queue.take(large < Math.max(1, places - 1))
      if (!job) return
      running.set(job.key, { job, bytes: 0 })
      const done = process(job)
        .then(
          () => void known.delete(job.key),
          (error: unknown) => giveUp(job, job.key, error),
        )
        .finally(() => {
          running.delete(job.key)
          works.delete(done)
          startNext()
        })
      works.add(done)
    }
  }

  async function process(job: Job): Promise<void> {
    const claim = `${job.sessionId} ${job.fileId}`
    if (!(await claims.take(claim))) {
      rereadLater(job.sessionId)
      return
    }
    try {
      // Another node may have been at it until now.
      const state = (await log.state(job.sessionId))?.unredactedState
      const file = state && fileStateIn(state, job)
      if (file?.status !== 'opening' || file.seq !== job.seq) return
      await settle(job, await open(job))
    } finally {
      await claims.giveBack(claim)
    }
  }

  async function open(job: Job): Promise<OpeningOutcome> {
    const sessionIdentity = await log.sealIdentity(job.sessionId, job.envelope)
    if (sessionIdentity === null) throw new Error(`session ${job.sessionId} has no key`)
    const { ciphertextHash, contentCommitment } = job.submission
    const { path, fileIdentity, sessionId, bidderCode, kind } = job
    const expected = { ciphertextHash, contentCommitment, sessionId, bidderCode, kind }
    for (let attempt = 1; attempt <= openAttempts; attempt += 1) {
      try {
        const task = { path, sessionIdentity, fileIdentity, expected }
        return await readPlaces(() =>
          pool.run(task, (bytes) => {
            const run = running.get(job.key)
            if (run) run.bytes = bytes
          }),
        )
      } catch (error) {
        if (stopped || !(error instanceof TaskLost)) throw error
        logger.error({ err: error, sessionId, fileId: job.fileId, attempt }, 'a bid file was not opened')
        if (attempt < openAttempts) await sleep(retryMilliseconds, undefined, { signal: end.signal })
      }
    }
    return { ok: false, cause: 'server-failure' }
  }

  async function settle({ sessionId, bidderCode, fileId, seq }: PendingFile, outcome: OpeningOutcome) {
    // A key handed over once has one outcome, whichever node finds it.
    const commandId = `SettleFile@${fileId}@${seq}`
    const payload = { bidderCode, fileId, outcome }
    const settled = await decide(
      { sessionId, actor: systemActor, commandId, address: '' },
      { type: 'SettleFile', payload },
    )
    if (settled.ok) return
    // A halted lot: the state says so when it goes on, which may be before this node hears of it.
    logger.warn({ sessionId, fileId, code: settled.error.code }, 'an opened file waits')
    rereadLater(sessionId)
  }

  function giveUp({ sessionId, fileId }: PendingFile, key: string, error: unknown): void {
    known.delete(key)
    if (stopped) return
    logger.error({ err: error, sessionId, fileId }, 'the opening of a file failed and is tried again')
    rereadLater(sessionId)
  }

  function rereadLater(sessionId: string): void {
    if (stopped || again.has(sessionId)) return
    const timer = setTimeout(() => {
      again.delete(sessionId)
      log.state(sessionId).then(
        (snapshot) => snapshot && update(sessionId, snapshot.unredactedState),
        (error: unknown) => {
          logger.error({ err: error, sessionId }, 'a session could not be read')
          rereadLater(sessionId)
        },
      )
    }, retryMilliseconds)
    again.set(sessionId, timer)
  }

  return {
    update,
    waitForOutcome(file, milliseconds) {
      const { outcome, giveUp } = waiters.wait(file, milliseconds)
      log
        .state(file.sessionId)
        .then((snapshot) => snapshot && update(file.sessionId, snapshot.unredactedState), giveUp)
      return outcome
    },
    progress(sessionId) {
      return [...running.values()]
        .filter(({ job }) => job.large && job.sessionId === sessionId)
        .map(({ job, bytes }) => ({
          fileId: job.fileId,
          percent: Math.floor((100 * bytes) / Math.max(1, job.size)),
        }))
    },
    async stop() {
      stopped = true
      end.abort()
      for (const timer of again.values()) clearTimeout(timer)
      await pool.stop()
      await Promise.allSettled(works)
      await claims.close()
    },
  }
}

function keyOf({ sessionId, fileId, seq }: PendingFile): string {
  return `${sessionId} ${fileId} ${seq}`
}
