import type { Worker } from 'node:worker_threads'
import { createTurnstile } from '#lib/turnstile.ts'
import { startThread } from '../threads/start-thread.ts'
import type { ReportAnswer, ReportArguments, ReportName } from './reports.ts'

/** A report that takes so long hangs. */
const patienceMilliseconds = 120_000

export interface Printer {
  /** The report's bytes; those who ask together get theirs one after the other. Throws where it cannot be made. */
  print<N extends ReportName>(name: N, ...of: ReportArguments<N>): Promise<Uint8Array>
  stop(): Promise<void>
}

/** Makes reports in a thread of their own, started for the first one; one that dies is replaced for the next. */
export function createPrinter(startWorker: () => Worker = () => startThread('report')): Printer {
  const inTurn = createTurnstile(1)
  let worker: Worker | null = null
  let stopped = false

  function started(): Worker {
    if (worker) return worker
    const one = startWorker()
    worker = one
    // Of an idle worker; the report that is being made hears of it as well.
    one.on('error', () => {})
    one.once('exit', () => {
      if (worker === one) worker = null
    })
    return one
  }

  return {
    print: (name, ...of) =>
      inTurn(() => {
        if (stopped) throw new Error('the server is being stopped')
        return answerOf(started(), { name, of })
      }),
    async stop() {
      stopped = true
      await worker?.terminate()
    },
  }
}

function answerOf(worker: Worker, task: unknown): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let reason = new Error('the thread that makes reports ended')
    const watch = setTimeout(() => {
      reason = new Error('a report was not done in time')
      void worker.terminate()
    }, patienceMilliseconds)
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
