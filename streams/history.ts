import {
  catchError,
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  expand,
  map,
  type Observable,
  of,
  reduce,
  type SchedulerLike,
  switchMap,
} from 'rxjs'
import { isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { startOfEpoch } from '#protocol/socket/epoch.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { continues, type LogPosition } from './log-position.ts'
import { request$ } from './request.ts'
import type { PollTransport } from './transport.ts'

/** Entries before a snapshot, read page by page; each page ends where the known entries begin. */
export type HistoryNews =
  | { readonly kind: 'loading' }
  | { readonly kind: 'page'; readonly entries: readonly VisibleEntry[] }
  /** The read failed and may be requested again. */
  | { readonly kind: 'failed' }
  /** The entries do not chain into the log: they are not shown, and no more are read. */
  | { readonly kind: 'broken' }

export interface HistoryOptions {
  /** Each request reads one page; requests during a read are ignored. */
  readonly wanted$: Observable<unknown>
  readonly position$: Observable<LogPosition>
  readonly transport: Pick<PollTransport, 'readLog'>
  readonly scheduler: SchedulerLike
  readonly pageSize?: number
}

/** The first known entry and its `previous` hash; null for a hidden entry, which does not show it. */
interface Start {
  readonly seq: number
  readonly previous: string | null
}

const timeoutMs = 15_000

/** Reads pages on request. A new snapshot or another epoch aborts the read and starts over. */
export function history$(options: HistoryOptions): Observable<HistoryNews> {
  const { wanted$, position$, transport, scheduler, pageSize = 1000 } = options
  return position$.pipe(
    distinctUntilChanged((a, b) => a.base === b.base),
    switchMap(({ session, epoch, base }) => {
      let start: Start = { seq: base.seq + 1, previous: base.hash }
      let broken = false

      function read(): Observable<HistoryNews> {
        const after = Math.max(0, start.seq - 1 - pageSize)
        const read$ = (position: number) =>
          request$(
            (signal) => transport.readLog(position, signal, start.seq - 1 - position),
            timeoutMs,
            scheduler,
          ).pipe(map((message) => checked(message, epoch, position)))
        // An answer may hold fewer entries than requested.
        return read$(after).pipe(
          expand((part) => (part.to < start.seq - 1 ? read$(part.to) : EMPTY)),
          reduce((all: VisibleEntry[], { entries }) => [...all, ...entries], []),
          map((entries): HistoryNews => {
            const before = startOf(startOfEpoch(session, epoch), entries, start)
            if (before === null) broken = true
            else start = before
            return before === null ? { kind: 'broken' } : { kind: 'page', entries }
          }),
          catchError(() => of<HistoryNews>({ kind: 'failed' })),
        )
      }

      return wanted$.pipe(
        exhaustMap(() =>
          start.seq > 1 && !broken ? concat(of<HistoryNews>({ kind: 'loading' }), defer(read)) : EMPTY,
        ),
      )
    }),
  )
}

/** The answer's entries after `after`; throws when it is of another epoch, empty or not dense. */
function checked(message: EventsMessage, epoch: string, after: number) {
  const entries = message.entries as VisibleEntry[]
  const dense = entries.every((entry, index) => entry.seq === after + 1 + index)
  if (message.epoch !== epoch || entries.length === 0 || !dense) throw new Error('not the entries asked for')
  return { entries, to: after + entries.length }
}

/** The first known entry after prepending a page; null when the page does not chain into the log. */
function startOf(startOfLog: string, page: readonly VisibleEntry[], start: Start): Start | null {
  if (start.previous !== null && page.at(-1)?.hash !== start.previous) return null
  let hash: string | null = page[0]?.seq === 1 ? startOfLog : null
  for (const entry of page) {
    const expected = hash ?? (isHidden(entry) ? '' : entry.previous)
    if (!continues(expected, entry)) return null
    hash = entry.hash
  }
  const [first] = page
  return first ? { seq: first.seq, previous: isHidden(first) ? null : first.previous } : null
}
