import { Observable, type OperatorFunction, type SchedulerLike, Subscription } from 'rxjs'
import type { LogSignal, LogStep } from './log-place.ts'

/** A frame as long as this is let through though more follows: a few milliseconds of folding. */
export const longestFrame = 20_000
/** Nobody waits longer than this for what has come already. */
const longestWaitMs = 250

type Frame = Extract<LogSignal, { kind: 'frame' }>

/**
 * The signals of a log's steps, with the frames of a catch-up joined: while the place is behind the head, frames
 * gather until it is reached, another signal comes, they are 20,000 entries or 250 ms have passed. Whoever folds a frame
 * in one step then folds a catch-up in one step; a live frame passes at once.
 */
export function joinFrames(scheduler: SchedulerLike): OperatorFunction<LogStep, LogSignal> {
  return (steps$) =>
    new Observable((out) => {
      let gathered: Frame[] = []
      let length = 0
      let waiting = Subscription.EMPTY

      function flush(): void {
        waiting.unsubscribe()
        const frames = gathered
        gathered = []
        length = 0
        const [first] = frames
        if (!first) return
        out.next(
          frames.length === 1 ? first : { ...first, entries: frames.flatMap(({ entries }) => entries) },
        )
      }

      function gather(frame: Frame): void {
        if (length > 0 && length + frame.entries.length > longestFrame) flush()
        if (length === 0) waiting = scheduler.schedule(flush, longestWaitMs)
        gathered.push(frame)
        length += frame.entries.length
      }

      function onStep({ place, signals }: LogStep): void {
        for (const signal of signals) {
          if (signal.kind === 'frame') gather(signal)
          else {
            flush()
            out.next(signal)
          }
        }
        if (place.seq >= place.head) flush()
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
