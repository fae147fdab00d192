import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OpeningOutcome } from '#domain/decryption/outcome.ts'
import { systemActor } from '#domain/session/actor.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { Authority } from '../session/authority.ts'
import type { Claims } from './claims.ts'
import type { Job } from './job-runner.ts'
import { fileStateIn, type PendingFile } from './pending-files.ts'
import { TaskLost, type WorkerPool } from './worker-pool.ts'

interface Parts {
  readonly log: Pick<SessionLogReader, 'state' | 'sealIdentity'>
  readonly pool: WorkerPool
  readonly claims: Claims
  readonly decide: Authority['decide']
  readonly logger: Logger
  /** Files read at once. */
  readonly places: number
  readonly retryMilliseconds: number
  readonly ended: AbortSignal
  rereadLater(sessionId: string): void
}

const openAttempts = 2

/** Opens one file under its claim, and appends the outcome. */
export function createFileOpening(parts: Parts) {
  const { log, claims, decide, logger, rereadLater } = parts
  const open = createOpener(parts)

  async function openAndSettle(job: Job, onRead: (bytes: number) => void): Promise<void> {
    const claim = `${job.sessionId} ${job.fileId}`
    if (!(await claims.take(claim))) {
      rereadLater(job.sessionId)
      return
    }
    try {
      // Another node may have opened it before this one had the claim.
      const state = (await log.state(job.sessionId))?.unredactedState
      const file = state && fileStateIn(state, job)
      if (file?.status !== 'opening' || file.seq !== job.seq) return
      await settle(job, await open(job, onRead))
    } finally {
      await claims.giveBack(claim)
    }
  }

  async function settle({ sessionId, bidderCode, fileId, seq }: PendingFile, outcome: OpeningOutcome) {
    // The same id on every node, so that a key that was handed over once has one outcome.
    const commandId = `SettleFile@${fileId}@${seq}`
    const payload = { bidderCode, fileId, outcome }
    const settled = await decide(
      { sessionId, actor: systemActor, commandId, address: '' },
      { type: 'SettleFile', payload },
    )
    if (settled.ok) return
    // The lot is halted. It may be open again before this node hears of it, so the state is read again.
    logger.warn({ sessionId, fileId, code: settled.error.code }, 'an opened file waits')
    rereadLater(sessionId)
  }

  return { openAndSettle, settle }
}

/**
 * Opens files in the workers. A file whose worker was lost is tried again; the last loss gives `server-failure`, unless
 * the file filled the memory of each worker, which has room for any file in the format.
 */
function createOpener({ log, pool, logger, places, retryMilliseconds, ended }: Parts) {
  const readPlaces = createSemaphore(places)

  return async (job: Job, onRead: (bytes: number) => void): Promise<OpeningOutcome> => {
    const sessionIdentity = await log.sealIdentity(job.sessionId, job.envelope)
    if (sessionIdentity === null) throw new Error(`session ${job.sessionId} has no key`)
    const { ciphertextHash, contentCommitment } = job.submission
    const { path, fileIdentity, sessionId, bidderCode, kind } = job
    const expected = { ciphertextHash, contentCommitment, sessionId, bidderCode, kind }
    const task = { path, sessionIdentity, fileIdentity, expected }
    let fillsMemory = true
    for (let attempt = 1; attempt <= openAttempts; attempt += 1) {
      try {
        return await readPlaces(() => pool.run(task, onRead))
      } catch (error) {
        if (ended.aborted || !(error instanceof TaskLost)) throw error
        fillsMemory &&= error.outOfMemory
        logger.error({ err: error, sessionId, fileId: job.fileId, attempt }, 'a bid file was not opened')
        if (attempt < openAttempts) await sleep(retryMilliseconds, undefined, { signal: ended })
      }
    }
    return { ok: false, cause: fillsMemory ? 'bad-content' : 'server-failure' }
  }
}
