import type { EventsAnswer, EventsQuestion } from './events-check.ts'

/** What is used of a worker. */
export type CheckWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

export interface EventsChecker {
  /** Whether the text is an `events` body with whole entries (`isWholeEvents`); false where that is not known. */
  check(text: string): Promise<boolean>
  close(): void
}

/** A worker that has not answered after this time is given up: the page then checks by itself. */
const patienceMs = 10_000

const startWorker = (): CheckWorker =>
  new Worker(new URL('./events-check-worker.ts', import.meta.url), { type: 'module' })

/** Checks `events` messages in a worker, which is started for the first one and does one after another. */
export function createEventsChecker(start: () => CheckWorker = startWorker): EventsChecker {
  const waiting = new Map<number, (isWhole: boolean) => void>()
  let worker: CheckWorker | null = null
  let hasFailed = false
  let last = 0

  function giveUp(): void {
    hasFailed = true
    worker?.terminate()
    worker = null
    for (const answer of waiting.values()) answer(false)
    waiting.clear()
  }

  function started(): CheckWorker {
    const one = start()
    one.onmessage = ({ data: { id, isWhole } }: MessageEvent<EventsAnswer>) => {
      waiting.get(id)?.(isWhole)
      waiting.delete(id)
    }
    one.onerror = giveUp
    return one
  }

  return {
    async check(text) {
      if (hasFailed) return false
      try {
        worker ??= started()
        const id = ++last
        worker.postMessage({ id, text } satisfies EventsQuestion)
        return await new Promise<boolean>((resolve) => {
          const timer = setTimeout(giveUp, patienceMs)
          waiting.set(id, (isWhole) => {
            clearTimeout(timer)
            resolve(isWhole)
          })
        })
      } catch {
        giveUp()
        return false
      }
    },
    close: giveUp,
  }
}
