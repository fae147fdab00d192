import {
  BehaviorSubject,
  distinctUntilChanged,
  EMPTY,
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
import type { FileProgress } from '#protocol/socket/progress.ts'
import { snapshotBeyond as beyondByProtocol } from '#protocol/socket/snapshot.ts'
import { type Connection, connection$ } from './connection.ts'
import { decryptionDeadlinePoll$ } from './decryption-deadline-poll.ts'
import { type HistoryNews, history$ } from './history.ts'
import { type LogPlace, type LogSignal, startOfLog } from './log-place.ts'
import { objectionsPoll$ } from './objections-poll.ts'
import { openingProgressPoll$ } from './opening-progress-poll.ts'
import type { PollNews } from './poll.ts'
import { type ClockReading, serverClock$ } from './server-clock.ts'
import { sessionLog$ } from './session-log.ts'
import { signingPoll$ } from './signing-poll.ts'
import { socketSource$ } from './socket-source.ts'
import { stagePoll$ } from './stage-poll.ts'
import type {
  DeadlineAnswer,
  ObjectionsAnswer,
  PollTransport,
  SigningAnswer,
  SocketTransport,
  StageAnswer,
} from './transport.ts'

export interface SessionPorts {
  readonly session: string
  readonly socket: SocketTransport
  readonly polls: PollTransport
  /** This machine's clock. */
  readonly now: Clock
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: Clock
  /** 0 to 1. */
  random(): number
  readonly scheduler: SchedulerLike
  /** How often the server's clock is asked: 5000 ms, or 60000. */
  readonly clockEveryMs: number
  /** How often while the socket is live, where that is longer; its heartbeats watch over the clock meanwhile. */
  readonly clockLiveEveryMs?: number
  /** The page is looked at again. */
  readonly wakes$?: Observable<unknown>
  /** Commands acknowledged by REST: without a socket nothing else says so soon that there is something to read. */
  readonly acknowledged$?: Observable<{ readonly seq: number }>
  /** Whoever lacks more entries than this reads a snapshot. */
  readonly snapshotBeyond?: number
}

/**
 * Everything that flows in one session. The log and its polls run while `log$` is subscribed to; the others look on,
 * but the clock, which runs by itself. Without subscribers nothing is left running.
 */
export interface SessionStreams {
  readonly log$: Observable<LogSignal>
  /** Entries from before a snapshot, as `loadEarlier` asks for them. */
  readonly history$: Observable<HistoryNews>
  readonly connection$: Observable<Connection>
  /** What was polled, each as of its `seq`; silent while the socket is live. */
  readonly deadline$: Observable<DeadlineAnswer>
  readonly signing$: Observable<SigningAnswer>
  readonly stage$: Observable<StageAnswer>
  readonly objections$: Observable<ObjectionsAnswer>
  readonly clock$: Observable<ClockReading>
  /** How far the large files have been read that are being opened, none on a new line; asks only while subscribed to. */
  readonly progress$: Observable<readonly FileProgress[]>
  /** Reads one more page of the entries that lie before the first one known, while `history$` is subscribed to. */
  loadEarlier(): void
}

/** Wires one session: socket and polls into the log, and what is known of connection and clock. */
export function sessionStreams(ports: SessionPorts): SessionStreams {
  const { session, socket, polls, now, elapsed, random, scheduler, clockEveryMs, clockLiveEveryMs } = ports
  const { wakes$ = EMPTY, acknowledged$ = EMPTY, snapshotBeyond = beyondByProtocol } = ports
  const place$ = new BehaviorSubject<LogPlace>(startOfLog(session))
  const live$ = new BehaviorSubject(false)
  const gaps$ = new Subject<void>()
  const earlier$ = new Subject<void>()

  const place = () => place$.value
  const messages$ = socketSource$({ transport: socket, place, gaps$, random, scheduler }).pipe(
    tap((news) => {
      if (news.kind === 'live') live$.next(news.live)
    }),
    filter((news) => news.kind === 'message'),
    map((news) => news.message),
  )
  const setting = { paused$: live$, random, scheduler }
  const deadlines$ = decryptionDeadlinePoll$(polls, setting).pipe(share())
  const signings$ = signingPoll$(polls, setting).pipe(share())
  const stages$ = stagePoll$(polls, setting).pipe(share())
  const objectionLists$ = objectionsPoll$(polls, setting).pipe(share())
  const rounds$: Observable<PollNews<{ readonly seq: number }>> = merge(
    deadlines$,
    signings$,
    stages$,
    objectionLists$,
  )
  const observations$ = answersOf(rounds$)
  const log$ = sessionLog$({
    messages$,
    observations$: merge(observations$, acknowledged$.pipe(filter(() => !live$.value))),
    transport: polls,
    live: () => live$.value,
    place$,
    gaps$,
    scheduler,
    snapshotBeyond,
  }).pipe(share())
  const heartbeats$ = socket.messages$.pipe(
    filter((message) => message.kind === 'hb'),
    map((message) => message.body.now),
  )
  return {
    log$,
    history$: history$({ wanted$: earlier$, place$, transport: polls, scheduler }),
    connection$: connection$({
      live$,
      place$,
      polls$: rounds$.pipe(map((round) => round.ok)),
      heard$: merge(socket.messages$, observations$),
      now,
    }),
    deadline$: answersOf(deadlines$),
    signing$: answersOf(signings$),
    stage$: answersOf(stages$),
    objections$: answersOf(objectionLists$),
    clock$: serverClock$({
      transport: polls,
      heartbeats$,
      now,
      elapsed,
      random,
      scheduler,
      everyMs: clockEveryMs,
      live$,
      ...(clockLiveEveryMs !== undefined && { liveEveryMs: clockLiveEveryMs }),
      wakes$,
    }),
    progress$: merge(
      // On another line, perhaps to another server, what was heard before counts no more: the last word may be missed.
      // Polls go on until that line is live, and may still bring what was so before.
      ...[socket.connected$, live$].map((is$) =>
        is$.pipe(
          distinctUntilChanged(),
          filter(Boolean),
          map(() => []),
        ),
      ),
      socket.messages$.pipe(
        filter((message) => message.kind === 'progress'),
        map((message) => message.body.files),
      ),
      answersOf(openingProgressPoll$(polls, setting)),
    ),
    loadEarlier: () => earlier$.next(),
  }
}

function answersOf<T>(rounds$: Observable<PollNews<T>>): Observable<T> {
  return rounds$.pipe(
    filter((round) => round.ok),
    map((round) => round.value),
  )
}
