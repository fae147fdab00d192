import { Observable, type OperatorFunction, type SchedulerLike, Subscription } from 'rxjs'
import type { LogSignal, LogStep } from './log-position.ts'

/** Largest merged batch, in entries: folding it takes a few milliseconds. */
export const longestBatch = 20_000
/** Longest delay of an entry. */
const longestWaitMs = 250

export type Batch = Extract<LogSignal, { kind: 'batch' }>

/** Batches that follow each other, as one. */
export function merged(batches: readonly [Batch, ...Batch[]]): Batch {
  const [first] = batches
  if (batches.length === 1) return first
  return { ...(batches.at(-1) ?? first), entries: batches.flatMap(({ entries }) => entries) }
}

/**
 * Turns steps into signals and merges the entry batches of a catch-up, so that it is folded in few steps. While the
 * position is behind the head, batches are collected until the head is reached, another signal comes, 20,000 entries are
 * collected or 250 ms have passed. A live batch passes at once. An expected reset waits for what takes the place of the
 * preview, so that nobody sees an empty section in between.
 */
export function mergeBatches(scheduler: SchedulerLike): OperatorFunction<LogStep, LogSignal> {
  return (steps$) =>
    new Observable((out) => {
      let collected: Batch[] = []
      let length = 0
      let waiting = Subscription.EMPTY
      let reset: LogSignal | null = null

      function emitReset(): void {
        if (reset) out.next(reset)
        reset = null
      }

      function flush(): void {
        waiting.unsubscribe()
        const batches = collected
        collected = []
        length = 0
        const [first, ...more] = batches
        if (!first) return
        emitReset()
        out.next(merged([first, ...more]))
      }

      function collect(batch: Batch): void {
        if (length > 0 && length + batch.entries.length > longestBatch) flush()
        if (length === 0) waiting = scheduler.schedule(flush, longestWaitMs)
        collected.push(batch)
        length += batch.entries.length
      }

      function onStep({ position, signals }: LogStep): void {
        for (const signal of signals) {
          if (signal.kind === 'batch') collect(signal)
          else {
            flush()
            if (signal.kind === 'reset' && signal.expected) reset = signal
            else {
              if (signal.kind !== 'gap') emitReset()
              out.next(signal)
            }
          }
        }
        if (position.seq >= position.head) flush()
      }

      const subscription = steps$.subscribe({
        next: onStep,
        error: (error) => out.error(error),
        complete() {
          flush()
          out.complete()
        },
      })
      subscription.add(() => waiting.unsubscribe())
      return subscription
    })
}
