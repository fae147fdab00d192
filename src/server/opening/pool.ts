import type { Worker } from 'node:worker_threads'
import type { OpeningOutcome } from '#domain/decryption/outcome.ts'
import { startThread } from '../threads/start-thread.ts'
import type { OpeningTask, WorkerMessage } from './job.ts'

/** A worker that says nothing for so long hangs, on a disk that does not answer for one. */
const silenceMilliseconds = 60_000
/** Of a worker's own heap: who makes it larger loses the worker, not the server. */
const heapMegabytes = 192

/** Why a task came to nothing though the bid may be sound: the worker died or hung, or the file could not be read. */
export class TaskLost extends Error {}

export interface OpeningPool {
  /** Opens one file; rejects with `TaskLost`. Call it for no more tasks at once than there are workers. */
  run(task: OpeningTask, onRead: (bytes: number) => void): Promise<OpeningOutcome>
  stop(): Promise<void>
}

/** Worker threads, started when first needed; one that dies is replaced by the next task's. */
export function createOpeningPool(startWorker: () => Worker = startOpeningWorker): OpeningPool {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let stopped = false

  function take(): Worker {
    const waiting = idle.pop()
    if (waiting) return waiting
    const worker = startWorker()
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    })
    // Of an idle worker; a busy one's task hears of it as well.
    worker.on('error', () => {})
    return worker
  }

  return {
    async run(task, onRead) {
      if (stopped) throw new TaskLost('stopped')
      const worker = take()
      const outcome = await attend(worker, task, onRead)
      if (!stopped) idle.push(worker)
      return outcome
    },
    async stop() {
      stopped = true
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

/** One task from its beginning to its end or the worker's. */
function attend(worker: Worker, task: OpeningTask, onRead: (bytes: number) => void): Promise<OpeningOutcome> {
  return new Promise((resolve, reject) => {
    let reason = 'the worker ended'
    const watch = setTimeout(() => {
      reason = 'the worker hung'
      void worker.terminate()
    }, silenceMilliseconds)
    const done = () => {
      clearTimeout(watch)
      worker.off('message', hear).off('error', fail).off('exit', end)
    }
    const hear = (message: WorkerMessage) => {
      watch.refresh()
      if (message.type === 'read') return onRead(message.bytes)
      done()
      if (message.type === 'opened') return resolve(message.outcome)
      reject(new TaskLost(message.reason))
      // Nobody knows in what state it is.
      void worker.terminate()
    }
    const fail = (error: Error) => {
      reason = error.message
    }
    const end = () => {
      done()
      reject(new TaskLost(reason))
    }
    worker.on('message', hear).on('error', fail).on('exit', end)
    worker.postMessage(task)
  })
}

export function startOpeningWorker(): Worker {
  return startThread('opening', { maxOldGenerationSizeMb: heapMegabytes })
}
