import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { systemActor } from '#domain/session/actor.ts'
import type { OpeningOutcome } from '#domain/session/command.ts'
import { decide } from '#domain/session/decide.ts'
import type { Rules } from '#domain/session/rules.ts'
import type { FileState, SessionState } from '#domain/session/state.ts'
import { filesOf } from '#domain/submission/bids.ts'
import type { Clock } from '#lib/ports.ts'
import { createTurnstile } from '#lib/turnstile.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SessionLog } from '../log/log.ts'
import type { Claims } from './claims.ts'
import { createFairQueue } from './fair-queue.ts'
import { type OpeningFile, openingFiles } from './opening-files.ts'
import { type OpeningPool, TaskLost } from './pool.ts'

/*
 * Opens the files whose keys were handed over, and those that take none once their import has begun.
 * 1. The log is the queue: what is to be opened is read from a session's state, here and after a restart. What is kept
 *    in memory may be lost at any moment.
 * 2. A file is opened by the node that holds its claim; what became of it is an entry, decided once.
 * 3. One file of each bidder in turn, small ones never behind large ones only.
 * 4. A worker that dies, or a disk that does not read, is tried again after a pause; then the failure is the hall's.
 */

interface Parts {
  readonly log: SessionLog
  readonly files: Pick<FileStore, 'locate'>
  readonly pool: OpeningPool
  readonly claims: Claims
  readonly rules: Rules
  readonly clock: Clock
  readonly logger: Logger
  /** Files opened at once; of them at least one is small. */
  readonly places: number
  /** From this size on a file is a large one. */
  readonly largeBytes?: number
  /** Between one attempt and the next (ms): a disk that is away for a moment must not cost anybody their bid. */
  readonly retryMilliseconds?: number
}

interface Waiter {
  readonly bidderCode: string
  readonly fileId: string
  resolve(file: FileState): void
}

interface Job extends OpeningFile {
  readonly key: string
  readonly owner: string
  readonly path: string
  readonly size: number
  readonly large: boolean
}

export interface FileOpener {
  /** Takes note of a session's state, whenever there is a newer one: what is to be opened, and what has been. */
  look(sessionId: string, state: SessionState): void
  /** What became of a bidder's file; null when it is still being opened after so many milliseconds. */
  settled(
    file: Pick<OpeningFile, 'sessionId' | 'bidderCode' | 'fileId'>,
    milliseconds: number,
  ): Promise<FileState | null>
  /** The large files that this node is at, and how much of each it has read, from 0 to 100. */
  reading(sessionId: string): { readonly fileId: string; readonly percent: number }[]
  stop(): Promise<void>
}

const usuallyLarge = 32 * 1024 * 1024
/** In memory at once; the others wait in the log. */
const longestQueue = 5000
/** For each place: while one file is read, others are claimed, and what became of yet others is written down. */
const underWayPerPlace = 4
const openAttempts = 2
const locateAttempts = 10
const usualRetryMilliseconds = 1000

export function createFileOpener(parts: Parts): FileOpener {
  const { log, files, pool, claims, rules, clock, logger, places } = parts
  const { largeBytes = usuallyLarge, retryMilliseconds = usualRetryMilliseconds } = parts
  const queue = createFairQueue<Job>()
  /** From being noticed to being settled here: nothing is queued twice. */
  const known = new Set<string>()
  /** How often a file could not be looked for. */
  const unlocated = new Map<string, number>()
  const reading = createTurnstile(places)
  const running = new Map<string, { job: Job; bytes: number }>()
  const works = new Set<Promise<void>>()
  /** Who waits for an outcome, by session. */
  const waiters = new Map<string, Set<Waiter>>()
  const again = new Map<string, NodeJS.Timeout>()
  const end = new AbortController()
  let stopped = false

  function look(sessionId: string, state: SessionState): void {
    if (stopped) return
    settleWaiters(sessionId, state)
    for (const file of openingFiles(sessionId, state)) {
      const key = keyOf(file)
      if (known.has(key)) continue
      if (known.size >= longestQueue) {
        lookAgain(sessionId)
        return
      }
      known.add(key)
      void enqueue(file, key).catch((error: unknown) => giveUp(file, key, error))
    }
  }

  async function enqueue(file: OpeningFile, key: string): Promise<void> {
    const found = await locate(file, key)
    if (stopped) return
    if (typeof found === 'string') {
      await settle(file, { ok: false, cause: found })
      known.delete(key)
      return
    }
    const large = found.size > largeBytes
    queue.push({ ...file, ...found, key, large, owner: `${file.sessionId} ${file.bidderCode}` })
    fill()
  }

  /** Throws while it makes sense to try again. */
  async function locate({ sessionId, fileId, submission }: OpeningFile, key: string) {
    try {
      const found = await files.locate(submission.ciphertextHash)
      unlocated.delete(key)
      return found ?? 'damaged-file'
    } catch (error) {
      const attempt = (unlocated.get(key) ?? 0) + 1
      if (attempt < locateAttempts) {
        unlocated.set(key, attempt)
        throw error
      }
      unlocated.delete(key)
      logger.error({ err: error, sessionId, fileId }, 'a bid file could not be looked for')
      return 'server-failure'
    }
  }

  /** Begins with those whose turn it is; of the places where files are read large ones never take the last. */
  function fill(): void {
    while (!stopped && running.size < places * underWayPerPlace) {
      const large = [...running.values()].filter(({ job }) => job.large).length
      const job = queue.take(large < Math.max(1, places - 1))
      if (!job) return
      running.set(job.key, { job, bytes: 0 })
      const done = work(job)
        .then(
          () => void known.delete(job.key),
          (error: unknown) => giveUp(job, job.key, error),
        )
        .finally(() => {
          running.delete(job.key)
          works.delete(done)
          fill()
        })
      works.add(done)
    }
  }

  async function work(job: Job): Promise<void> {
    const claim = `${job.sessionId} ${job.fileId}`
    if (!(await claims.take(claim))) {
      lookAgain(job.sessionId)
      return
    }
    try {
      // Another node may have been at it until now.
      const state = (await log.state(job.sessionId))?.unredactedState
      const file = state && fileState(state, job)
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
        return await reading(() =>
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

  async function settle({ sessionId, bidderCode, fileId, seq }: OpeningFile, outcome: OpeningOutcome) {
    const now = clock()
    const context = { now, actor: systemActor, rules }
    const payload = { bidderCode, fileId, outcome }
    const settled = await log.append(sessionId, {
      actor: systemActor,
      // Of one handing over there is one outcome, whoever finds it.
      commandId: `SettleFile@${fileId}@${seq}`,
      at: now,
      decide: (state) => decide(state, { type: 'SettleFile', payload }, context),
    })
    if (settled.ok) return
    // A halted lot: the state says so when it goes on, which may be before this node hears of it.
    logger.warn({ sessionId, fileId, code: settled.error.code }, 'an opened file waits')
    lookAgain(sessionId)
  }

  function giveUp({ sessionId, fileId }: OpeningFile, key: string, error: unknown): void {
    known.delete(key)
    if (stopped) return
    logger.error({ err: error, sessionId, fileId }, 'the opening of a file failed and is tried again')
    lookAgain(sessionId)
  }

  function lookAgain(sessionId: string): void {
    if (stopped || again.has(sessionId)) return
    const timer = setTimeout(() => {
      again.delete(sessionId)
      log.state(sessionId).then(
        (snapshot) => snapshot && look(sessionId, snapshot.unredactedState),
        (error: unknown) => {
          logger.error({ err: error, sessionId }, 'a session could not be read')
          lookAgain(sessionId)
        },
      )
    }, retryMilliseconds)
    again.set(sessionId, timer)
  }

  function settleWaiters(sessionId: string, state: SessionState): void {
    for (const waiter of waiters.get(sessionId) ?? []) {
      const file = fileState(state, waiter)
      if (file && file.status !== 'opening') waiter.resolve(file)
    }
  }

  return {
    look,
    settled({ sessionId, bidderCode, fileId }, milliseconds) {
      const waiting = waiters.get(sessionId) ?? new Set<Waiter>()
      waiters.set(sessionId, waiting)
      return new Promise((answer) => {
        const resolve = (file: FileState | null) => {
          clearTimeout(timer)
          waiting.delete(waiter)
          if (waiting.size === 0) waiters.delete(sessionId)
          answer(file)
        }
        const waiter = { bidderCode, fileId, resolve }
        const timer = setTimeout(() => resolve(null), milliseconds)
        waiting.add(waiter)
        log.state(sessionId).then(
          (snapshot) => snapshot && look(sessionId, snapshot.unredactedState),
          () => resolve(null),
        )
      })
    },
    reading(sessionId) {
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

/** Where the file stands; found without looking through all bidders, who may all be waiting. */
function fileState(state: SessionState, { bidderCode, fileId }: Pick<OpeningFile, 'bidderCode' | 'fileId'>) {
  const bidder = state.bidders[bidderCode]
  return bidder && filesOf(bidder).find(({ submission }) => submission.fileId === fileId)?.file
}

function keyOf({ sessionId, fileId, seq }: OpeningFile): string {
  return `${sessionId} ${fileId} ${seq}`
}
