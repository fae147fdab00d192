import { createHash } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { ok, type Result } from '#lib/result.ts'
import type { LogEnd } from '#protocol/session-export.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { currentRequester, type Requester } from '../requester.ts'
import { startThread } from '../threads/start-thread.ts'
import { createWaitingRoom } from '../waiting-room.ts'
import type { ReportAnswer, ReportArguments, ReportName } from './reports.ts'

export interface RendererLimits {
  /** A report that takes longer (ms) hangs. */
  readonly makingMilliseconds: number
  /** Longest wait (ms) for the turn and the report together; then the request is refused as busy. */
  readonly answerMilliseconds: number
  /** With so many waiting requests another one is refused at once. */
  readonly mostWaiting: number
  /** The same for the requests of one user. */
  readonly mostWaitingOfUser: number
}

/**
 * The limits for a region whose pages wait `timeoutMs` for a report (REP-3): every request is answered within that
 * time. A hanging report is detected earlier, so that its own request fails instead of being refused as busy.
 */
export function rendererLimits(timeoutMs: number): RendererLimits {
  return {
    makingMilliseconds: timeoutMs * 0.75,
    answerMilliseconds: timeoutMs - 5000,
    mostWaiting: 500,
    mostWaitingOfUser: 10,
  }
}

export interface ReportRenderer {
  /**
   * The report's bytes. Reports are made one after the other, one of each user in turn; a request that would wait too
   * long is refused. A report of the same log at the same seq, for somebody who sees the same, is made once a minute.
   * Throws when the report cannot be made.
   */
  render<N extends ReportName>(name: N, ...of: ReportArguments<N>): Promise<Result<Uint8Array, Refusal>>
  /** Reports that wait for their turn. */
  waiting(): number
  stop(): Promise<void>
}

/** The hall's own reports are an owner like any user. */
const hall = 'hall'

/** Makes reports in one thread, started for the first report. If it dies, the next report starts another one. */
export function createReportRenderer(
  startWorker: () => Worker = () => startThread('report'),
  limits: RendererLimits = rendererLimits(60_000),
  requester: () => Requester | null = currentRequester,
): ReportRenderer {
  const { wait, waiting } = createWaitingRoom({
    ...{ atOnce: 1, answerMilliseconds: limits.answerMilliseconds, mostWaiting: limits.mostWaiting },
    mostWaitingOf: (owner) => (owner === hall ? Number.POSITIVE_INFINITY : limits.mostWaitingOfUser),
    busy: refuse('reports-busy'),
  })
  const cache = createReportCache()
  let worker: Worker | null = null
  let stopped = false

  function started(): Worker {
    if (worker) return worker
    const one = startWorker()
    worker = one
    // For an idle worker; a report in progress has its own listener.
    one.on('error', () => {})
    one.once('exit', () => {
      if (worker === one) worker = null
    })
    return one
  }

  async function make(name: ReportName, of: readonly unknown[], end: LogEnd | null): Promise<Uint8Array> {
    if (stopped) throw new Error('the server is being stopped')
    return answerOf(started(), { name, of, end }, limits.makingMilliseconds)
  }

  return {
    async render(name, ...of) {
      const asking = requester()
      const end = asking?.printedEnd() ?? null
      const key = asking && cacheKeyOf(asking, name, [end, ...of])
      const known = key && cache.find(key)
      if (known) return ok(known)
      const made = await wait(asking?.user ?? hall, async () => {
        // Meanwhile somebody else's turn may have made it.
        return (key && cache.find(key)) || make(name, of, end)
      })
      if (key && made.ok) cache.keep(key, made.value)
      return made
    },
    waiting,
    async stop() {
      stopped = true
      await worker?.terminate()
    },
  }
}

/** Reports that are part of the record are made each time. */
const neverCached: readonly ReportName[] = ['record', 'signature-sheet']

/** What a report is made of; null where the log's seq does not say which one it is. */
function cacheKeyOf({ section }: Requester, name: ReportName, of: readonly unknown[]): string | null {
  if (!section || neverCached.includes(name)) return null
  const { id, epoch, head } = section
  // What is given contains only what its viewer may see, and the time of the request.
  const given = JSON.stringify([id, epoch, head, name, of], (key, value) => (key === 'now' ? 0 : value))
  return createHash('sha256').update(given).digest('hex')
}

const keptMilliseconds = 60_000
const mostKept = 20

function createReportCache() {
  const kept = new Map<string, { readonly bytes: Uint8Array; readonly at: number }>()
  return {
    find(key: string): Uint8Array | null {
      const found = kept.get(key)
      return found && performance.now() - found.at < keptMilliseconds ? found.bytes : null
    },
    keep(key: string, bytes: Uint8Array): void {
      if (this.find(key)) return
      kept.delete(key)
      kept.set(key, { bytes, at: performance.now() })
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(oldest)
      }
    },
  }
}

function answerOf(worker: Worker, task: unknown, makingMilliseconds: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let reason = new Error('the thread that makes reports ended')
    const watch = setTimeout(() => {
      reason = new Error('a report was not done in time')
      void worker.terminate()
    }, makingMilliseconds)
    const hear = (answer: ReportAnswer) => {
      done()
      if ('bytes' in answer) resolve(answer.bytes)
      else reject(Object.assign(new Error(answer.problem.message), answer.problem))
    }
    const fail = (error: Error) => {
      reason = error
    }
    const end = () => {
      done()
      reject(reason)
    }
    const done = () => {
      clearTimeout(watch)
      worker.off('message', hear).off('error', fail).off('exit', end)
    }
    worker.on('message', hear).on('error', fail).on('exit', end)
    worker.postMessage(task)
  })
}
