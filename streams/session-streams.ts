import {
  BehaviorSubject,
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
import { type FirstKnown, type HistoryNews, history$ } from './history.ts'
import { type LogPosition, type LogSignal, startOfLog } from './log-position.ts'
import { objectionsPoll$ } from './objections-poll.ts'
import { openingProgress$ } from './opening-progress.ts'
import { answersOf, type PollNews, type PollSetting } from './poll.ts'
import { type Head, seenLog } from './seen-log.ts'
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
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: Clock
  /** 0 to 1. */
  random(): number
  readonly scheduler: SchedulerLike
  /** Interval of the server time poll: 5000 or 60000 ms. */
  readonly clockEveryMs: number
  /** The interval while the socket is live, if longer; heartbeats check the clock meanwhile. */
  readonly clockLiveEveryMs?: number
  /** The page has become visible again. */
  readonly wakes$?: Observable<unknown>
  /** Commands acknowledged by REST; without a socket they are the first sign of new entries. */
  readonly acknowledged$?: Observable<{ readonly seq: number }>
  /** A client that lacks more entries than this reads a snapshot. */
  readonly snapshotBeyond?: number
  /** An entry that was seen before the page was loaded. */
  readonly remembered?: Head | null
}

/**
 * The streams of one session. No stream runs without a subscriber. The log and its polls run while `log$` is subscribed
 * to, and the others only observe them; `clock$` asks for the server's time itself.
 */
export interface SessionStreams {
  readonly log$: Observable<LogSignal>
  /** The last entry that has been seen, while `log$` is subscribed to. */
  readonly head$: Observable<Head>
  /** Earlier entries, read by `loadEarlier`. */
  readonly history$: Observable<HistoryNews>
  readonly connection$: Observable<Connection>
  /** Poll answers, each as of its `seq`; no polls while the socket is live. */
  readonly deadline$: Observable<DeadlineAnswer>
  readonly signing$: Observable<SigningAnswer>
  readonly stage$: Observable<StageAnswer>
  readonly objections$: Observable<ObjectionsAnswer>
  readonly clock$: Observable<ClockReading>
  /** Progress of large files that are being opened; empty on a new connection. Polls only while subscribed to. */
  readonly progress$: Observable<readonly FileProgress[]>
  /** Reads one more page of entries before the first known one, while `history$` is subscribed to. */
  loadEarlier(first: FirstKnown): void
}

/** Wires socket and polls of one session into its log, connection status and clock. */
export function sessionStreams(ports: SessionPorts): SessionStreams {
  const { session, socket, polls, now, elapsed, random, scheduler, clockEveryMs, clockLiveEveryMs } = ports
  const {
    remembered = null,
    wakes$ = EMPTY,
    acknowledged$ = EMPTY,
    snapshotBeyond = beyondByProtocol,
  } = ports
  const position$ = new BehaviorSubject<LogPosition>(startOfLog(session, '', seenLog(remembered)))
  const live$ = new BehaviorSubject(false)
  const gaps$ = new Subject<void>()
  const earlier$ = new Subject<FirstKnown>()

  const position = () => position$.value
  const heartbeats$ = heartbeatsOf(socket)
  const messages$ = socketSource$({ transport: socket, position, gaps$, random, scheduler }).pipe(
    tap((news) => {
      if (news.kind === 'live') live$.next(news.live)
    }),
    filter((news) => news.kind === 'message'),
    map((news) => news.message),
  )
  const setting = { paused$: live$, random, scheduler }
  const { deadlines$, signings$, stages$, objectionLists$, rounds$ } = sharedPolls(polls, setting)
  const observations$ = answersOf(rounds$)
  const log$ = sessionLog$({
    messages$,
    heads$: heartbeats$,
    observations$: merge(observations$, acknowledged$.pipe(filter(() => !live$.value))),
    transport: polls,
    live: () => live$.value,
    position$,
    gaps$,
    scheduler,
    snapshotBeyond,
  }).pipe(share())
  return {
    log$,
    head$: headsOf(position$),
    history$: history$({ wanted$: earlier$, position$, transport: polls, scheduler }),
    connection$: connection$({
      live$,
      position$,
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
      heartbeats$: heartbeats$.pipe(map((beat) => beat.now)),
      now,
      elapsed,
      random,
      scheduler,
      everyMs: clockEveryMs,
      live$,
      ...(clockLiveEveryMs !== undefined && { liveEveryMs: clockLiveEveryMs }),
      wakes$,
    }),
    progress$: openingProgress$(socket, polls, live$, setting),
    loadEarlier: (first) => earlier$.next(first),
  }
}

function heartbeatsOf(socket: SocketTransport) {
  return socket.messages$.pipe(
    filter((message) => message.kind === 'hb'),
    map((message) => message.body),
  )
}

function headsOf(position$: Observable<LogPosition>): Observable<Head> {
  return position$.pipe(
    filter(({ seq, alarm }) => seq > 0 && alarm === null),
    map(({ epoch, seq, hash }) => ({ epoch, seq, hash })),
  )
}

/** The polls that run while the socket is not live, shared by their subscribers. */
function sharedPolls(transport: PollTransport, setting: PollSetting) {
  const deadlines$ = decryptionDeadlinePoll$(transport, setting).pipe(share())
  const signings$ = signingPoll$(transport, setting).pipe(share())
  const stages$ = stagePoll$(transport, setting).pipe(share())
  const objectionLists$ = objectionsPoll$(transport, setting).pipe(share())
  const rounds$: Observable<PollNews<{ readonly seq: number }>> = merge(
    deadlines$,
    signings$,
    stages$,
    objectionLists$,
  )
  return { deadlines$, signings$, stages$, objectionLists$, rounds$ }
}
