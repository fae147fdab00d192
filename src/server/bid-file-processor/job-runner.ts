import { createFairQueue } from './fair-queue.ts'
import type { PendingFile } from './pending-files.ts'

export interface Job extends PendingFile {
  readonly key: string
  readonly owner: string
  readonly path: string
  readonly size: number
  readonly large: boolean
}

/** For each place: while one file is read, others are claimed, and the outcomes of others are appended. */
const runningPerPlace = 4

/**
 * Runs queued jobs, taking bidders in turn. With two or more places, one stays free of large files. `run` must not
 * reject; it reports the bytes that it has read.
 */
export function createJobRunner(
  places: number,
  run: (job: Job, onRead: (bytes: number) => void) => Promise<void>,
) {
  const queue = createFairQueue<Job>()
  const running = new Map<string, { readonly job: Job; bytes: number }>()
  const works = new Set<Promise<void>>()
  let stopped = false

  function startNext(): void {
    while (!stopped && running.size < places * runningPerPlace) {
      const large = [...running.values()].filter(({ job }) => job.large).length
      const job = queue.take(large < Math.max(1, places - 1))
      if (!job) return
      start(job)
    }
  }

  function start(job: Job): void {
    const entry = { job, bytes: 0 }
    running.set(job.key, entry)
    const onRead = (bytes: number) => {
      entry.bytes = bytes
    }
    const work = run(job, onRead).finally(() => {
      running.delete(job.key)
      works.delete(work)
      startNext()
    })
    works.add(work)
  }

  return {
    add(job: Job): void {
      queue.push(job)
      startNext()
    },
    /** The large files of a session that are being read, and how much of each, from 0 to 100. */
    progress(sessionId: string): { readonly fileId: string; readonly percent: number }[] {
      return [...running.values()]
        .filter(({ job }) => job.large && job.sessionId === sessionId)
        .map(({ job, bytes }) => ({
          fileId: job.fileId,
          percent: Math.floor((100 * bytes) / Math.max(1, job.size)),
        }))
    },
    /** Starts no further job; resolves when the running ones have ended. */
    async stop(): Promise<void> {
      stopped = true
      await Promise.allSettled(works)
    },
  }
}
