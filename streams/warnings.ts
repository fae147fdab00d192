import {
  defer,
  EMPTY,
  interval,
  map,
  merge,
  type Observable,
  type SchedulerLike,
  startWith,
  switchMap,
} from 'rxjs'
import type { SessionState } from '#domain/session/state.ts'
import { type DeadlineWarning, warningsOf } from '#domain/session/warnings.ts'
import type { Clock } from '#lib/ports.ts'
import { epochOf } from '#lib/time.ts'

export interface WarningOptions {
  /** What the log says now. */
  state(): SessionState
  serverNow: Clock
  /** Word has come from the server: browsers hold a hidden page's timers back for up to a minute, messages they do not. */
  readonly heard$?: Observable<unknown>
  readonly scheduler: SchedulerLike
}

const tickMs = 1000
/** By its own clock alone a page may be this late: after a longer sleep the window may have been moved or closed. */
const lateMs = 5000

/**
 * The warnings of deadlines as they come due, each once. Looked up anew each second and with every word of the
 * server, so that no clock set, slept or held back matters. Who was away when one came due gets it with the next
 * word of the server, while its deadline lies ahead and no later warning of the window is due; who joins, or learns
 * of the window only then, reads the countdown instead.
 */
export function warnings$(options: WarningOptions): Observable<DeadlineWarning> {
  const { state, serverNow, heard$ = EMPTY, scheduler } = options
  return defer(() => {
    const given = new Set<string>()
    /** Until when everything due has been given, by the word of the server. */
    let doneUntil = serverNow() - lateMs
    const looks$ = merge(
      interval(tickMs, scheduler).pipe(
        startWith(0),
        map(() => false),
      ),
      heard$.pipe(map(() => true)),
    )
    return looks$.pipe(
      switchMap((heard) => {
        const now = serverNow()
        // A clock that was ahead has been put right.
        doneUntil = Math.min(doneUntil, now)
        const after = heard ? doneUntil : Math.max(doneUntil, now - lateMs)
        const due = standing(warningsOf(state()), now).filter(({ at }) => at >= after)
        const fresh = due.filter((warning) => !given.has(keyOf(warning)))
        for (const warning of fresh) given.add(keyOf(warning))
        if (heard) doneUntil = now
        return fresh
      }),
    )
  })
}

/** Of each window the last warning that is due, while its deadline lies ahead. */
function standing(warnings: readonly DeadlineWarning[], now: number): DeadlineWarning[] {
  const due = warnings.filter(({ at, deadline }) => at <= now && now < epochOf(deadline))
  return due.filter((one) => !due.some(({ window, at }) => window === one.window && at > one.at))
}

function keyOf({ window, deadline, minutesLeft }: DeadlineWarning): string {
  return `${window} ${deadline} ${minutesLeft}`
}
