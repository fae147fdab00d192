import type { Worker } from 'node:worker_threads'
import type { OpeningOutcome } from '#domain/decryption/outcome.ts'
import { startThread } from '../threads/start-thread.ts'
import type { BidFileTask, WorkerMessage } from './task.ts'

/** A worker without a message for this time hangs, for example on a disk that does not answer. */
const silenceMilliseconds = 60_000
/** A worker without a task for this time is ended, so that its memory is there for what comes after the bids. */
const idleMilliseconds = 20_000
/** Limit of a worker's heap: a file that needs more ends the worker, not the server. */
const heapMegabytes = 192

/** A task without a result, though the bid may be sound: the worker died or hung, or the file could not be read. */
export class TaskLost extends Error {
  /** The worker had used up its heap. */
  readonly outOfMemory: boolean

  constructor(reason: string, outOfMemory = false) {
    super(reason)
    this.outOfMemory = outOfMemory
  }
}

export interface WorkerPool {
  /** Opens one file; rejects with `TaskLost`. Call it for no more tasks at once than there are workers. */
  run(task: BidFileTask, onRead: (bytes: number) => void): Promise<OpeningOutcome>
  stop(): Promise<void>
}

/**
 * Worker threads, started when first needed and ended when they have been idle for long. One that dies is replaced for
 * the next task.
 */
export function createWorkerPool(
  startWorker: () => Worker = startBidFileWorker,
  longestIdle: number = idleMilliseconds,
): WorkerPool {
  /** Workers without a task, the last one used at the end; each with the timer that ends it. */
  const idle = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()
  let stopped = false

  function take(): Worker {
    const waiting = [...idle.keys()].at(-1)
    if (waiting) {
      forget(waiting)
      return waiting
    }
    const worker = startWorker()
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      forget(worker)
    })
    // For idle workers; `attend` listens while a task runs.
    worker.on('error', () => {})
    return worker
  }

  function rest(worker: Worker): void {
    const end = () => {
      forget(worker)
      void worker.terminate()
    }
    idle.set(worker, setTimeout(end, longestIdle))
  }

  function forget(worker: Worker): void {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
  }

  return {
    async run(task, onRead) {
      if (stopped) throw new TaskLost('stopped')
      const worker = take()
      const outcome = await attend(worker, task, onRead)
      if (!stopped) rest(worker)
      return outcome
    },
    async stop() {
      stopped = true
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

/** One task, until it or its worker ends. */
function attend(worker: Worker, task: BidFileTask, onRead: (bytes: number) => void): Promise<OpeningOutcome> {
  return new Promise((resolve, reject) => {
    let reason = 'the worker ended'
    let outOfMemory = false
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
      // Its state is unknown.
      void worker.terminate()
    }
    const fail = (error: NodeJS.ErrnoException) => {
      reason = error.message
      outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    }
    const end = () => {
      done()
      reject(new TaskLost(reason, outOfMemory))
    }
    worker.on('message', hear).on('error', fail).on('exit', end)
    worker.postMessage(task)
  })
}

export function startBidFileWorker(): Worker {
  return startThread('bid-file', { maxOldGenerationSizeMb: heapMegabytes })
}
