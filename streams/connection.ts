import {
  combineLatest,
  distinctUntilChanged,
  map,
  type Observable,
  of,
  scan,
  startWith,
  switchMap,
} from 'rxjs'
import type { Clock } from '#lib/ports.ts'
import type { LogPosition } from './log-position.ts'

/** How entries of a session arrive: by socket, by polls, by catch-up reads, or not at all. */
export interface Connection {
  readonly status: 'live' | 'polling' | 'catching-up' | 'offline'
  /** Start of this status, in epoch milliseconds of this machine's clock. */
  readonly since: number
  /** Time of the last message from the server, likewise. */
  readonly heardAt: number | null
}

export interface ConnectionSources {
  readonly live$: Observable<boolean>
  readonly position$: Observable<LogPosition>
  /** Whether a round succeeded; the rounds of all polls. */
  readonly polls$: Observable<boolean>
  /** Anything that comes from the server. */
  readonly heard$: Observable<unknown>
  now: Clock
}

/** `heardAt` changes at most this often. */
const noticeMs = 1000

export function connection$({
  live$,
  position$,
  polls$,
  heard$,
  now,
}: ConnectionSources): Observable<Connection> {
  const source$ = live$.pipe(
    distinctUntilChanged(),
    switchMap((live) =>
      live
        ? of('socket' as const)
        : polls$.pipe(
            scan(sourceAfter, noRound),
            map(({ source }) => source),
            startWith('unknown' as const),
          ),
    ),
  )
  const behind$ = position$.pipe(map(({ seq, head }) => seq < head))
  const heardAt$ = heard$.pipe(
    map(() => now()),
    distinctUntilChanged((before, at) => at - before < noticeMs),
    startWith(null),
  )
  return combineLatest([source$, behind$, heardAt$]).pipe(
    scan((before: Connection | null, [source, behind, heardAt]) => {
      const status = statusOf(source, behind)
      const since = before?.status === status ? before.since : now()
      return { status, since, heardAt }
    }, null),
    map((connection) => connection as Connection),
    distinctUntilChanged((a, b) => a.status === b.status && a.heardAt === b.heardAt),
  )
}

type Source = 'socket' | 'poll' | 'none' | 'unknown'

interface PollSource {
  readonly source: Source
  readonly failures: number
}

const noRound: PollSource = { source: 'unknown', failures: 0 }

/** One poll may fail while the others get through; two failures in a row mean offline. */
function sourceAfter({ source, failures }: PollSource, answered: boolean): PollSource {
  if (answered) return { source: 'poll', failures: 0 }
  return { source: source === 'poll' && failures === 0 ? 'poll' : 'none', failures: failures + 1 }
}

function statusOf(source: Source, behind: boolean): Connection['status'] {
  if (source === 'none') return 'offline'
  if (source === 'unknown' || behind) return 'catching-up'
  return source === 'socket' ? 'live' : 'polling'
}
