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
import type { LogPlace } from './log-place.ts'

/** How news of a session arrives: by socket, by polls, being fetched, or not at all. */
export interface Connection {
  readonly status: 'live' | 'polling' | 'catching-up' | 'offline'
  /** Since when, and when the server was last heard of: epoch milliseconds of this machine's clock. */
  readonly since: number
  readonly heardAt: number | null
}

export interface ConnectionSources {
  readonly live$: Observable<boolean>
  readonly place$: Observable<LogPlace>
  /** Whether each round succeeded, of all the polls together. */
  readonly polls$: Observable<boolean>
  /** Anything that came from the server. */
  readonly heard$: Observable<unknown>
  now: Clock
}

/** Within this time hearing the server again is no news. */
const noticeMs = 1000

export function connection$({
  live$,
  place$,
  polls$,
  heard$,
  now,
}: ConnectionSources): Observable<Connection> {
  const road$ = live$.pipe(
    distinctUntilChanged(),
    switchMap((live) =>
      live
        ? of('socket' as const)
        : polls$.pipe(
            scan(roadAfter, noRound),
            map(({ road }) => road),
            startWith('unknown' as const),
          ),
    ),
  )
  const behind$ = place$.pipe(map(({ seq, head }) => seq < head))
  const heardAt$ = heard$.pipe(
    map(() => now()),
    distinctUntilChanged((before, at) => at - before < noticeMs),
    startWith(null),
  )
  return combineLatest([road$, behind$, heardAt$]).pipe(
    scan((before: Connection | null, [road, behind, heardAt]) => {
      const status = statusOf(road, behind)
      const since = before?.status === status ? before.since : now()
      return { status, since, heardAt }
    }, null),
    map((connection) => connection as Connection),
    distinctUntilChanged((a, b) => a.status === b.status && a.heardAt === b.heardAt),
  )
}

type Road = 'socket' | 'poll' | 'none' | 'unknown'

interface PollRoad {
  readonly road: Road
  readonly failures: number
}

const noRound: PollRoad = { road: 'unknown', failures: 0 }

/** One poll may be refused or lost while the others get through: two failures running are no road. */
function roadAfter({ road, failures }: PollRoad, answered: boolean): PollRoad {
  if (answered) return { road: 'poll', failures: 0 }
  return { road: road === 'poll' && failures === 0 ? 'poll' : 'none', failures: failures + 1 }
}

function statusOf(road: Road, behind: boolean): Connection['status'] {
  if (road === 'none') return 'offline'
  if (road === 'unknown' || behind) return 'catching-up'
  return road === 'socket' ? 'live' : 'polling'
}
