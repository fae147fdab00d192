import {
  BehaviorSubject,
  filter,
  map,
  merge,
  type Observable,
  type SchedulerLike,
  Subject,
  share,
  tap,
} from 'rxjs'
import type { Clock } from '#lib/ports.ts'
import { type Connection, connection$ } from './connection.ts'
import { decryptionDeadlinePoll$ } from './decryption-deadline-poll.ts'
import { type LogPlace, type LogSignal, startOfLog } from './log-place.ts'
import { type ClockReading, serverClock$ } from './server-clock.ts'
import { sessionLog$ } from './session-log.ts'
import { socketSource$ } from './socket-source.ts'
import type { DeadlineAnswer, PollTransport, SocketTransport } from './transport.ts'

export interface SessionPorts {
  readonly session: string
  readonly socket: SocketTransport
  readonly polls: PollTransport
  /** This machine's clock. */
  readonly now: Clock
  /** 0 to 1. */
  random(): number
  readonly scheduler: SchedulerLike
  /** How often the server's clock is asked: 5000 ms, or 60000. */
  readonly clockEveryMs: number
}

/** Everything that flows in one session. The log runs while `log$` is subscribed to; the others look on. */
export interface SessionStreams {
  readonly log$: Observable<LogSignal>
  readonly connection$: Observable<Connection>
  /** The decryption deadline as polled. */
  readonly deadline$: Observable<DeadlineAnswer>
  readonly clock$: Observable<ClockReading>
}

/** Wires one session: socket and polls into the log, and what is known of connection and clock. */
export function sessionStreams(ports: SessionPorts): SessionStreams {
  const { session, socket, polls, now, random, scheduler, clockEveryMs } = ports
  const place$ = new BehaviorSubject<LogPlace>(startOfLog(session))
  const live$ = new BehaviorSubject(false)
  const gaps$ = new Subject<void>()

  const messages$ = socketSource$({ transport: socket, place: () => place$.value, gaps$, scheduler }).pipe(
    tap((news) => {
      if (news.kind === 'live') live$.next(news.live)
    }),
    filter((news) => news.kind === 'message'),
    map((news) => news.message),
  )
  const rounds$ = decryptionDeadlinePoll$(polls, { paused$: live$, random, scheduler }).pipe(share())
  const deadline$ = rounds$.pipe(
    filter((round) => round.ok),
    map((round) => round.value),
  )
  const log$ = sessionLog$({
    messages$,
    observations$: deadline$,
    transport: polls,
    live: () => live$.value,
    place$,
    gaps$,
    scheduler,
  }).pipe(share())
  const heartbeats$ = socket.messages$.pipe(
    filter((message) => message.kind === 'hb'),
    map((message) => message.body.now),
  )
  return {
    log$,
    connection$: connection$({
      live$,
      place$,
      polls$: rounds$.pipe(map((round) => round.ok)),
      heard$: merge(socket.messages$, deadline$),
      now,
    }),
    deadline$,
    clock$: serverClock$({ transport: polls, heartbeats$, now, scheduler, everyMs: clockEveryMs }),
  }
}
