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
import { attempt } from './attempt.ts'
import { clockJumps$ } from './clock-jumps.ts'
import { type ClockProbe, clockProbe, type ServerTimeOptions, serverTimePoll$ } from './server-time-poll.ts'
import type { PollTransport } from './transport.ts'

/** Server's clock minus this machine's lies within `offset` ± `error`, in milliseconds. */
export interface ClockReading {
  readonly offset: number
  readonly error: number
}

export interface ServerClockOptions extends ServerTimeOptions {
  readonly transport: Pick<PollTransport, 'readServerTime'>
  /** The server's clock (epoch ms) as heartbeats bring it: never ahead of the truth when it arrives. */
  readonly heartbeats$: Observable<number>
  /** The page is looked at again; the clock's own jumps are noticed here. */
  readonly wakes$?: Observable<unknown>
}

type Evidence = ClockReading | { readonly atLeast: number }

const probes = 8
const probeEveryMs = 150
const timeoutMs = 5000
/** A heartbeat later than this came by a slow line, or this machine's clock was set forward. */
const lateMs = 250

/**
 * The server's clock: eight probes, then one every `everyMs` (`liveEveryMs` while heartbeats come), and eight again after
 * a sleep or a jump of this machine's clock; of the last eight the one with the least round trip wins. A probe that
 * contradicts the others means that this machine's clock was set: it then stands alone. A heartbeat that seems late, or
 * that leaves no reading standing, may mean the same, and has the server asked once: also where all of the eight were lost.
 */
export function serverClock$(options: ServerClockOptions): Observable<ClockReading> {
  return defer(() => readings$(options))
}

function readings$(options: ServerClockOptions): Observable<ClockReading> {
  const { transport, heartbeats$, now, elapsed, scheduler, wakes$ = EMPTY } = options
  let known: ClockReading | null = null
  const probe$ = attempt(
    (signal) => clockProbe(transport, { now, elapsed }, signal),
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
  // Bounds first: the heartbeat that leaves no reading is the one that has the server asked.
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

/** This machine's clock was not set far while the probe was under way. */
function isSound({ sent, received }: ClockProbe): boolean {
  return received >= sent && received - sent <= timeoutMs
}

/** By how much this machine's clock was set meanwhile adds to the error: set back, it hides a long round trip. */
function readingOf({ server, sent, received, took }: ClockProbe): ClockReading {
  const apart = Math.abs(received - sent - took)
  return { offset: server - (sent + received) / 2, error: (took + apart) / 2 }
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
