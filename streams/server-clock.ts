import {
  catchError,
  concatMap,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  map,
  merge,
  type Observable,
  range,
  scan,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs'
import { clockJumps$ } from './clock-jumps.ts'
import { type ClockProbe, clockProbe$ } from './clock-probe.ts'
import { request$ } from './request.ts'
import { type ServerTimeOptions, serverTimePoll$ } from './server-time-poll.ts'
import type { PollTransport } from './transport.ts'

/** Server's clock minus this machine's lies within `offset` ± `error`, in milliseconds. */
export interface ClockReading {
  readonly offset: number
  readonly error: number
}

export interface ServerClockOptions extends ServerTimeOptions {
  readonly transport: Pick<PollTransport, 'readServerTime'>
  /** The server's clock (epoch ms) from heartbeats; on arrival never ahead of the true time. */
  readonly heartbeats$: Observable<number>
  /** The page became visible again. Jumps of the clock are detected here. */
  readonly wakes$?: Observable<unknown>
  /** How many probes at the start; eight unless given. */
  readonly probes?: number
}

type Evidence = ClockReading | { readonly atLeast: number }

/** So many of the last probes are weighed. */
const weighed = 8
const probeEveryMs = 150
const timeoutMs = 5000
/** A heartbeat that seems later than this was slow, or this machine's clock was set forward. */
const lateMs = 250

/**
 * The server's clock: eight probes, then one every `everyMs` (`liveEveryMs` on a live socket), and as many again
 * after this machine slept or its clock jumped. Of the last eight the one with the shortest round trip wins. A probe that
 * contradicts the others means that this machine's clock was set: it replaces them. A heartbeat that seems late or
 * contradicts all readings may mean the same: one probe is sent, also when all eight were lost.
 */
export function serverClock$(options: ServerClockOptions): Observable<ClockReading> {
  return defer(() => readings$(options))
}

function readings$(options: ServerClockOptions): Observable<ClockReading> {
  const { transport, heartbeats$, now, elapsed, scheduler, wakes$ = EMPTY, probes = weighed } = options
  let known: ClockReading | null = null
  const probe$ = request$(
    (signal) => clockProbe$(transport, { now, elapsed }, signal),
    timeoutMs,
    scheduler,
  ).pipe(catchError(() => EMPTY))
  const burst$ = range(0, probes).pipe(
    concatMap((number) => timer(number === 0 ? 0 : probeEveryMs, scheduler).pipe(concatMap(() => probe$))),
  )
  const bursts$ = merge(wakes$, clockJumps$({ now, elapsed, scheduler })).pipe(
    startWith(null),
    switchMap(() => burst$),
  )
  const rounds$ = serverTimePoll$(transport, options).pipe(
    filter((round) => round.ok),
    map((round) => round.value),
  )
  const doubted$ = heartbeats$.pipe(
    filter((server) => known === null || server - now() < known.offset - known.error - lateMs),
    exhaustMap(() => probe$),
  )
  const probed$ = merge(bursts$, rounds$, doubted$).pipe(filter(isSound), map(readingOf))
  const bounds$ = heartbeats$.pipe(map((server): Evidence => ({ atLeast: server - now() })))
  // Bounds first, so that a heartbeat that removes the last reading starts a probe.
  return merge(bounds$, probed$).pipe(
    scan(weigh, []),
    map(best),
    tap((reading) => {
      known = reading
    }),
    filter((reading) => reading !== null),
    distinctUntilChanged((a, b) => a.offset === b.offset && a.error === b.error),
  )
}

/** This machine's clock was not changed much during the probe. */
function isSound({ sent, received }: ClockProbe): boolean {
  return received >= sent && received - sent <= timeoutMs
}

/** Adjusting the local clock during a probe widens its error bound: set back, it would hide a long round trip. */
function readingOf({ server, sent, received, took }: ClockProbe): ClockReading {
  const apart = Math.abs(received - sent - took)
  return { offset: server - (sent + received) / 2, error: (took + apart) / 2 }
}

/** The readings that are consistent with the new evidence, latest last. */
function weigh(readings: readonly ClockReading[], evidence: Evidence): readonly ClockReading[] {
  if ('atLeast' in evidence) {
    return readings.filter(({ offset, error }) => offset + error + toleranceMs >= evidence.atLeast)
  }
  const agrees = readings.every(
    (reading) => Math.abs(reading.offset - evidence.offset) <= reading.error + evidence.error + toleranceMs,
  )
  return agrees ? [...readings, evidence].slice(-weighed) : [evidence]
}

/** Clocks count whole milliseconds and drift a little between probes. */
const toleranceMs = 20

function best(readings: readonly ClockReading[]): ClockReading | null {
  return readings.reduce<ClockReading | null>(
    (least, reading) => (least === null || reading.error < least.error ? reading : least),
    null,
  )
}
