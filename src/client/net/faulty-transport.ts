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

/** The faults that can be injected; all of them occur in real networks. */
export interface Faults {
  /** The socket neither sends nor receives. */
  readonly cut: boolean
  /** Polls, other reads and commands by REST fail. */
  readonly cutRest: boolean
  /** Frames from the server are lost while the socket stays connected. */
  readonly lose: boolean
  /** Every frame arrives twice. */
  readonly double: boolean
  /** Two consecutive frames arrive in reverse order. */
  readonly reorder: boolean
  /** Every frame arrives this much later, in milliseconds. */
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
  /** The active faults; emit a value to change them. */
  readonly faults$: BehaviorSubject<Faults>
}

/** A transport for development that adds faults to the given one. */
export function faultyTransport(transport: SocketTransport, scheduler: SchedulerLike): FaultyTransport {
  const faults$ = new BehaviorSubject(noFaults)
  let held: DownMessage | null = null

  /** The frames to emit for one that arrived. */
  function withFaults(message: DownMessage): DownMessage[] {
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
      concatMap((message) => from(withFaults(message))),
      mergeMap((message) => late(message, faults$.value.delayMs, scheduler)),
      // All subscribers get the same faults.
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
