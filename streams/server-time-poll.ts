import { map, merge, type Observable, of } from 'rxjs'
import { type ClockProbe, clockProbe$, type ProbeClocks } from './clock-probe.ts'
import { type PollNews, type PollOptions, poll$ } from './poll.ts'
import type { PollTransport } from './transport.ts'

export interface ServerTimeOptions
  extends ProbeClocks,
    Pick<PollOptions<ClockProbe>, 'random' | 'scheduler'> {
  /** 5000, or 60000 (POL-1). */
  readonly everyMs: number
  /** Whether the socket is live and its heartbeats check the clock; false unless given. */
  readonly live$?: Observable<boolean>
  /** The interval while it is live, if longer. */
  readonly liveEveryMs?: number
}

/** Interval on a live socket; at five seconds, a thousand clients would make 200 requests a second. */
export const usualLiveEveryMs = 30_000

/** Polls the server's clock, also on a live socket: a heartbeat carries the time, but its delay is unknown. */
export function serverTimePoll$(
  transport: Pick<PollTransport, 'readServerTime'>,
  { now, elapsed, everyMs, live$ = of(false), liveEveryMs = usualLiveEveryMs, ...setting }: ServerTimeOptions,
): Observable<PollNews<ClockProbe>> {
  const rounds$ = (every: number, paused$: Observable<boolean>) =>
    poll$({
      ...setting,
      everyMs: every,
      paused$,
      ask: (signal) => clockProbe$(transport, { now, elapsed }, signal),
    })
  const silent$ = live$.pipe(map((live) => !live))
  return merge(rounds$(everyMs, live$), rounds$(Math.max(everyMs, liveEveryMs), silent$))
}
