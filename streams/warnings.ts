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
import type { DeadlineWarning } from '#domain/session/warnings.ts'
import type { Clock } from '#lib/ports.ts'
import { epochOf } from '#lib/time.ts'

export interface WarningOptions {
  /** The warnings of all open windows as the log has them now, by due time. */
  warnings(): readonly DeadlineWarning[]
  serverNow: Clock
  /** A message from the server. Browsers delay timers of a hidden page by up to a minute, but not messages. */
  readonly heard$?: Observable<unknown>
  readonly scheduler: SchedulerLike
}

const tickMs = 1000
/** A warning later than this waits for a message: after a longer sleep the window may have been moved or closed. */
const lateMs = 5000

/**
 * Emits each deadline warning once when it is due. Checked every second and on every message from the server, so that
 * clock changes, sleep and throttled timers do not matter. A client that was away when a warning came due gets it with
 * the next message, if the deadline is still ahead and no later warning of the window is due. A client that joins, or
 * learns of the window later, gets none and sees the countdown.
 */
export function warnings$(options: WarningOptions): Observable<DeadlineWarning> {
  const { warnings, serverNow, heard$ = EMPTY, scheduler } = options
  return defer(() => {
    const given = new Set<string>()
    /** All warnings due until this moment were emitted or skipped on a message. */
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
        // The clock estimate may have been corrected backwards.
        doneUntil = Math.min(doneUntil, now)
        const after = heard ? doneUntil : Math.max(doneUntil, now - lateMs)
        const due = standing(warnings(), now).filter(({ at }) => at >= after)
        const fresh = due.filter((warning) => !given.has(keyOf(warning)))
        for (const warning of fresh) given.add(keyOf(warning))
        if (heard) doneUntil = now
        return fresh
      }),
    )
  })
}

/** The latest due warning of each window whose deadline is ahead. */
function standing(warnings: readonly DeadlineWarning[], now: number): DeadlineWarning[] {
  const due = warnings.filter(({ at, deadline }) => at <= now && now < epochOf(deadline))
  return due.filter((one) => !due.some(({ window, at }) => window === one.window && at > one.at))
}

function keyOf({ window, deadline, minutesLeft }: DeadlineWarning): string {
  return `${window} ${deadline} ${minutesLeft}`
}
