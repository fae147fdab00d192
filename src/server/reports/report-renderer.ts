import type { Worker } from 'node:worker_threads'
import { ok, type Result } from '#lib/result.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { startThread } from '../threads/start-thread.ts'
import type { ReportAnswer, ReportArguments, ReportName } from './reports.ts'

export interface RendererLimits {
  /** A report that takes longer (ms) hangs. */
  readonly makingMilliseconds: number
  /** Longest wait (ms) for the turn and the report together; then the request is refused as busy. */
  readonly answerMilliseconds: number
  /** With so many waiting requests another one is refused at once. */
  readonly mostWaiting: number
}

/**
 * The limits for a region whose pages wait `timeoutMs` for a report (REP-3): every request is answered within that
 * time. A hanging report is detected earlier, so that its own request fails instead of being refused as busy.
 */
export function rendererLimits(timeoutMs: number): RendererLimits {
  return { makingMilliseconds: timeoutMs * 0.75, answerMilliseconds: timeoutMs - 5000, mostWaiting: 500 }
}

export interface ReportRenderer {
  /**
   * The report's bytes. Reports are made one after the other; a request that would wait too long is refused. Throws
   * when the report cannot be made.
   */
  render<N extends ReportName>(name: N, ...of: ReportArguments<N>): Promise<Result<Uint8Array, Refusal>>
  stop(): Promise<void>
}

/** Makes reports in one thread, started for the first report. If it dies, the next report starts another one. */
export function createReportRenderer(
  startWorker: () => Worker = () => startThread('report'),
  { makingMilliseconds, answerMilliseconds, mostWaiting }: RendererLimits = rendererLimits(60_000),
): ReportRenderer {
  const inTurn = createSemaphore(1)
  let worker: Worker | null = null
  let stopped = false
  let waiting = 0

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

  /** Does the work in its turn; refuses when it is not done in time. Work in progress is then finished in vain. */
  async function waited<T>(work: () => Promise<T>): Promise<Result<T, Refusal>> {
    if (waiting >= mostWaiting) return busy
    waiting += 1
    let isWaiting = true
    let isGivenUp = false
    let giveUp = () => {}
    const timedOut = new Promise<typeof busy>((resolve) => {
      giveUp = () => resolve(busy)
    })
    const timer = setTimeout(() => {
      isGivenUp = true
      if (isWaiting) waiting -= 1
      giveUp()
    }, answerMilliseconds)
    const done = inTurn(async () => {
      if (isGivenUp) return busy
      isWaiting = false
      waiting -= 1
      return ok(await work())
    }).finally(() => clearTimeout(timer))
    return Promise.race([done, timedOut])
  }

  return {
    render: (name, ...of) =>
      waited(async () => {
        if (stopped) throw new Error('the server is being stopped')
        return answerOf(started(), { name, of }, makingMilliseconds)
      }),
    async stop() {
      stopped = true
      await worker?.terminate()
    },
  }
}

const busy = refuse('reports-busy')

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
      else reject(new Error(answer.problem))
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
