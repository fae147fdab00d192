import { defer, from, map, type Observable, of } from 'rxjs'
import type { Clock } from '#lib/ports.ts'
import { type PollNews, type PollOptions, poll$ } from './poll.ts'
import type { PollTransport } from './transport.ts'

/** The server's clock (epoch ms) as read between two moments of this machine's. */
export interface ClockProbe {
  readonly server: number
  readonly sent: number
  readonly received: number
}

export interface ServerTimeOptions extends Pick<PollOptions<ClockProbe>, 'random' | 'scheduler'> {
  readonly now: Clock
  /** S0 §9: 5000, or 60000. */
  readonly everyMs: number
}

/** The server's clock, asked always: a heartbeat tells the time as well, but not how long it was on its way. */
export function serverTimePoll$(
  transport: Pick<PollTransport, 'readServerTime'>,
  { now, ...setting }: ServerTimeOptions,
): Observable<PollNews<ClockProbe>> {
  return poll$({ ...setting, paused$: of(false), ask: (signal) => clockProbe(transport, now, signal) })
}

/** Asks once. */
export function clockProbe(
  transport: Pick<PollTransport, 'readServerTime'>,
  now: Clock,
  signal: AbortSignal,
): Observable<ClockProbe> {
  return defer(() => {
    const sent = now()
    return from(transport.readServerTime(signal)).pipe(map((server) => ({ server, sent, received: now() })))
  })
}
