import {
  BehaviorSubject,
  combineLatest,
  concatMap,
  delay,
  distinctUntilChanged,
  filter,
  from,
  map,
  mergeMap,
  type Observable,
  of,
  type SchedulerLike,
  share,
} from 'rxjs'
import type { DownMessage, SocketTransport } from '#streams/transport.ts'

/** What may be done to a section's lines, all of it what real networks do. */
export interface Faults {
  /** The socket's line is down, both ways. */
  readonly cut: boolean
  /** Polls, other reads and commands by REST fail. */
  readonly cutRest: boolean
  /** Frames from the server are lost while the line looks well. */
  readonly lose: boolean
  /** Every frame comes twice. */
  readonly double: boolean
  /** Two frames running change places. */
  readonly reorder: boolean
  /** Every frame comes this much later, in milliseconds. */
  readonly delayMs: number
}

export const noFaults: Faults = {
  cut: false,
  cutRest: false,
  lose: false,
  double: false,
  reorder: false,
  delayMs: 0,
}

export interface FaultyTransport extends SocketTransport {
  /** The faults in force; the next value puts others in force. */
  readonly faults$: BehaviorSubject<Faults>
}

/** A transport like the one given, with faults that can be switched on: for development. */
export function faultyTransport(transport: SocketTransport, scheduler: SchedulerLike): FaultyTransport {
  const faults$ = new BehaviorSubject(noFaults)
  let held: DownMessage | null = null

  /** The frames to be given out for one that came in. */
  function suffered(message: DownMessage): DownMessage[] {
    const { cut, lose, double, reorder } = faults$.value
    if (cut || lose) return []
    const came = double ? [message, message] : [message]
    if (reorder && held === null) {
      held = message
      return double ? [message] : []
    }
    const kept = held
    held = null
    return kept ? [...came, kept] : came
  }

  return {
    faults$,
    connected$: combineLatest([transport.connected$, faults$]).pipe(
      map(([connected, { cut }]) => connected && !cut),
      distinctUntilChanged(),
    ),
    messages$: transport.messages$.pipe(
      concatMap((message) => from(suffered(message))),
      mergeMap((message) => late(message, faults$.value.delayMs, scheduler)),
      // Whoever listens meets the same faults.
      share(),
    ),
    pings$: transport.pings$.pipe(filter(() => !faults$.value.cut && !faults$.value.lose)),
    restart: transport.restart,
    send: (message) => void (faults$.value.cut || transport.send(message)),
  }
}

function late<T>(value: T, ms: number, scheduler: SchedulerLike): Observable<T> {
  return ms === 0 ? of(value) : of(value).pipe(delay(ms, scheduler))
}
