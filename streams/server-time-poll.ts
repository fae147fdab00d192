import { defer, from, map, merge, type Observable, of } from 'rxjs'
import type { Clock } from '#lib/ports.ts'
import { type PollNews, type PollOptions, poll$ } from './poll.ts'
import type { PollTransport } from './transport.ts'

/** The server's clock (epoch ms) as read between two moments of this machine's. */
export interface ClockProbe {
  readonly server: number
  readonly sent: number
  readonly received: number
  /** Milliseconds between them by a clock that nobody sets. */
  readonly took: number
}

export interface ServerTimeOptions extends Pick<PollOptions<ClockProbe>, 'random' | 'scheduler'> {
  readonly now: Clock
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: Clock
  /** 5000, or 60000 (POL-1). */
  readonly everyMs: number
  /** Whether the socket is live: its heartbeats watch over the clock. False where left out. */
  readonly live$?: Observable<boolean>
  /** The interval while it is, where that is longer. */
  readonly liveEveryMs?: number
}

/** How often the clock is asked while the socket is live: a thousand who ask every five seconds are 200 requests a second. */
export const usualLiveEveryMs = 30_000

/** The server's clock, asked always: a heartbeat tells the time as well, but not how long it was on its way. */
export function serverTimePoll$(
  transport: Pick<PollTransport, 'readServerTime'>,
  { now, elapsed, everyMs, live$ = of(false), liveEveryMs = usualLiveEveryMs, ...setting }: ServerTimeOptions,
): Observable<PollNews<ClockProbe>> {
  const rounds$ = (every: number, paused$: Observable<boolean>) =>
    poll$({
      ...setting,
      everyMs: every,
      paused$,
      ask: (signal) => clockProbe(transport, { now, elapsed }, signal),
    })
  const silent$ = live$.pipe(map((live) => !live))
  return merge(rounds$(everyMs, live$), rounds$(Math.max(everyMs, liveEveryMs), silent$))
}

/** Asks once. */
export function clockProbe(
  transport: Pick<PollTransport, 'readServerTime'>,
  { now, elapsed }: Pick<ServerTimeOptions, 'now' | 'elapsed'>,
  signal: AbortSignal,
): Observable<ClockProbe> {
  return defer(() => {
    const sent = now()
    const began = elapsed()
    return from(transport.readServerTime(signal)).pipe(
      map((server) => ({ server, sent, received: now(), took: elapsed() - began })),
    )
  })
}
