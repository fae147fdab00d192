import { type MonoTypeOperatorFunction, Observable, type SchedulerLike, Subscription } from 'rxjs'
import type { VisibleEntry } from '#domain/log/entry.ts'
import type { LogSignal } from './log-position.ts'
import { type Batch, merged } from './merge-batches.ts'

/**
 * After a batch nothing that can wait follows for so many times as long as drawing it took. While entries keep coming the
 * rest doubles from the least to the most: a storm of entries leaves the page usable, and two that follow each other
 * hardly wait.
 */
const restPerWork = { least: 1, most: 32 }
/** The longest rest; an entry waits no longer than that and one drawing. */
const longestRestMs = 3000

export interface PacedBatchesOptions {
  /** Whether some of a batch's entries must not wait. */
  hasUrgent(entries: readonly VisibleEntry[]): boolean
  readonly scheduler: SchedulerLike
}

/**
 * Passes a batch on at once, and gathers those that come while the page is still drawing it, or has just done so. What is
 * urgent and other signals pass at once, after what was gathered before them.
 */
export function pacedBatches({
  hasUrgent,
  scheduler,
}: PacedBatchesOptions): MonoTypeOperatorFunction<LogSignal> {
  return (signals$) =>
    new Observable((out) => {
      let gathered: Batch[] = []
      let resting = Subscription.EMPTY
      let rests = restPerWork.least

      function pass(batch: Batch): void {
        const began = scheduler.now()
        out.next(batch)
        // What a batch changes is drawn before the next task.
        resting = scheduler.schedule(() => {
          const took = Math.max(0, scheduler.now() - began)
          resting = scheduler.schedule(flush, Math.min(longestRestMs, took * rests))
        })
      }

      function flush(): void {
        resting.unsubscribe()
        resting = Subscription.EMPTY
        const batches = gathered
        gathered = []
        rests = batches.length > 0 ? Math.min(restPerWork.most, 2 * rests) : restPerWork.least
        const [first, ...more] = batches
        if (first) pass(merged([first, ...more]))
      }

      const subscription = signals$.subscribe({
        next(signal) {
          if (signal.kind === 'batch') {
            if (resting === Subscription.EMPTY) pass(signal)
            else gathered.push(signal)
            if (gathered.length > 0 && hasUrgent(signal.entries)) flush()
            return
          }
          flush()
          out.next(signal)
        },
        error: (error) => out.error(error),
        complete() {
          flush()
          out.complete()
        },
      })
      subscription.add(() => resting.unsubscribe())
      return subscription
    })
}
