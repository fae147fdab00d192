import { defer, interval, type Observable, type SchedulerLike, startWith, switchMap } from 'rxjs'
import type { SessionState } from '#domain/state.ts'
import { type DeadlineWarning, warningsOf } from '#domain/warnings.ts'
import type { Clock } from '#lib/ports.ts'

export interface WarningOptions {
  /** What the log says now. */
  state(): SessionState
  serverNow: Clock
  readonly scheduler: SchedulerLike
}

const tickMs = 1000
/** Who joins or wakes later than this after a warning was due reads the countdown instead. */
const lateMs = 5000

/** The warnings of deadlines as they come due, each once. Looked up anew each second, so that no clock set or slept matters. */
export function warnings$({ state, serverNow, scheduler }: WarningOptions): Observable<DeadlineWarning> {
  return defer(() => {
    const given = new Set<string>()
    return interval(tickMs, scheduler).pipe(
      startWith(0),
      switchMap(() => {
        const now = serverNow()
        const due = warningsOf(state()).filter(({ at }) => at <= now && now - at <= lateMs)
        const fresh = due.filter((warning) => !given.has(keyOf(warning)))
        for (const warning of fresh) given.add(keyOf(warning))
        return fresh
      }),
    )
  })
}

function keyOf({ window, deadline, minutesLeft }: DeadlineWarning): string {
  return `${window} ${deadline} ${minutesLeft}`
}
