import {
  catchError,
  concatMap,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  type Observable,
  range,
  type SchedulerLike,
  scan,
  timer,
} from 'rxjs'
import type { Clock } from '#lib/ports.ts'
import { attempt } from './attempt.ts'
import type { PollTransport } from './transport.ts'

/** Server's clock minus this machine's lies within `offset` ± `error`, in milliseconds. */
export interface ClockReading {
  readonly offset: number
  readonly error: number
}

export interface ServerClockOptions {
  readonly transport: Pick<PollTransport, 'readServerTime'>
  /** The server's clock (epoch ms) as heartbeats bring it: never ahead of the truth when it arrives. */
  readonly heartbeats$: Observable<number>
  /** This machine's clock. */
  readonly now: Clock
  readonly scheduler: SchedulerLike
  /** S0 §9: 5000, or 60000. */
  readonly everyMs: number
}

type Evidence = ClockReading | { readonly atLeast: number }

const probes = 8
const probeEveryMs = 150
const timeoutMs = 5000

/**
 * The server's clock: eight probes, then one every `everyMs`; of the last eight the one with the least round trip
 * wins. A probe that contradicts the others means that this machine's clock was set: it then stands alone.
 */
export function serverClock$(options: ServerClockOptions): Observable<ClockReading> {
  const { transport, heartbeats$, now, scheduler, everyMs } = options
  const probe$ = defer(() => {
    const sent = now()
    return attempt((signal) => transport.readServerTime(signal), timeoutMs, scheduler).pipe(
      map((server): ClockReading => {
        const received = now()
        return { offset: server - (sent + received) / 2, error: (received - sent) / 2 }
      }),
      catchError(() => EMPTY),
    )
  })
  const first$ = range(0, probes).pipe(
    concatMap((number) => timer(number === 0 ? 0 : probeEveryMs, scheduler).pipe(concatMap(() => probe$))),
  )
  const later$ = timer(everyMs, everyMs, scheduler).pipe(concatMap(() => probe$))
  const bounds$ = heartbeats$.pipe(map((server): Evidence => ({ atLeast: server - now() })))
  return merge(first$, later$, bounds$).pipe(
    scan(weigh, []),
    map(best),
    filter((reading) => reading !== null),
    distinctUntilChanged((a, b) => a.offset === b.offset && a.error === b.error),
  )
}

/** The readings that still count after one more piece of evidence, latest last. */
function weigh(readings: readonly ClockReading[], evidence: Evidence): readonly ClockReading[] {
  if ('atLeast' in evidence) {
    return readings.filter(({ offset, error }) => offset + error + toleranceMs >= evidence.atLeast)
  }
  const agrees = readings.every(
    (reading) => Math.abs(reading.offset - evidence.offset) <= reading.error + evidence.error + toleranceMs,
  )
  return agrees ? [...readings, evidence].slice(-probes) : [evidence]
}

/** Clocks count whole milliseconds and drift a little between probes. */
const toleranceMs = 20

function best(readings: readonly ClockReading[]): ClockReading | null {
  return readings.reduce<ClockReading | null>(
    (least, reading) => (least === null || reading.error < least.error ? reading : least),
    null,
  )
}
