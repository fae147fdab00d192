import {
  catchError,
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  expand,
  filter,
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
import { type Alarm, alarmOf, forkIn, type SeenLog } from './seen-log.ts'
import type { PollTransport } from './transport.ts'

/** Entries before the first known one, read page by page; each page ends where the known entries begin. */
export type HistoryNews =
  | { readonly kind: 'loading' }
  | { readonly kind: 'page'; readonly entries: readonly VisibleEntry[] }
  /** The read failed and may be requested again. */
  | { readonly kind: 'failed' }
  /** The entries do not chain into the log, or contradict what was seen of it: they are not shown, and no more are read. */
  | { readonly kind: 'broken'; readonly alarm: Alarm }

/** The first entry that is known of a log; null where none is after its snapshot. */
export type FirstKnown = Pick<VisibleEntry, 'seq' | 'hash'> | null

export interface HistoryOptions {
  /** Each request reads the page before this entry; requests during a read are ignored. */
  readonly wanted$: Observable<FirstKnown>
  readonly position$: Observable<LogPosition>
  readonly transport: Pick<PollTransport, 'readLog'>
  readonly scheduler: SchedulerLike
  readonly pageSize?: number
}

const timeoutMs = 15_000

/** Reads pages on request. A new snapshot or another epoch aborts the read and starts over. */
export function history$(options: HistoryOptions): Observable<HistoryNews> {
  const { wanted$, position$, transport, scheduler, pageSize = 1000 } = options
  return position$.pipe(
    distinctUntilChanged((a, b) => a.base === b.base),
    switchMap(({ session, epoch, base, log }) => {
      let broken = false

      /** Reads the page that ends before entry `end`. */
      function read(end: number): Observable<HistoryNews> {
        const after = Math.max(0, end - 1 - pageSize)
        const read$ = (position: number) =>
          request$(
            (signal) => transport.readLog(position, signal, end - 1 - position),
            timeoutMs,
            scheduler,
          ).pipe(map((message) => checked(message, epoch, position, end)))
        // An answer may hold fewer entries than requested.
        return read$(after).pipe(
          expand((part) => (part.to < end - 1 ? read$(part.to) : EMPTY)),
          reduce((all: VisibleEntry[], { entries }) => [...all, ...entries], []),
          map((entries): HistoryNews => {
            const told = withOneBefore(entries)
            const alarm = forkIn(log, told) ?? breakIn(log, entries, startOfEpoch(session, epoch))
            broken = alarm !== null
            if (alarm) return { kind: 'broken', alarm }
            log.add(told)
            return { kind: 'page', entries }
          }),
          catchError(() => of<HistoryNews>({ kind: 'failed' })),
        )
      }

      return wanted$.pipe(
        filter(() => !broken),
        // Of another log, which is no longer the one at this position.
        filter((first) => first === null || log.hashAt(first.seq) === first.hash),
        map((first) => first?.seq ?? base.seq + 1),
        exhaustMap((end) =>
          end > 1
            ? concat(
                of<HistoryNews>({ kind: 'loading' }),
                defer(() => read(end)),
              )
            : EMPTY,
        ),
      )
    }),
  )
}

/** A page after the entry before it, whose hash its first entry says unless it is hidden. */
function withOneBefore(page: readonly VisibleEntry[]): readonly VisibleEntry[] {
  const [first] = page
  if (!first || first.seq === 1 || isHidden(first)) return page
  return [{ seq: first.seq - 1, hash: first.previous }, ...page]
}

/** The answer's entries after `after`; throws when it is of another epoch, empty, not dense or reaches `end`. */
function checked(message: EventsMessage, epoch: string, after: number, end: number) {
  const entries = message.entries as VisibleEntry[]
  const to = after + entries.length
  const dense = entries.every((entry, index) => entry.seq === after + 1 + index)
  if (message.epoch !== epoch || to === after || to >= end || !dense)
    throw new Error('not the entries asked for')
  return { entries, to }
}

/**
 * The alarm of the first entry that was changed or does not continue the one before; null without one. The first entry
 * of the log continues `startOfLog`.
 */
function breakIn(log: SeenLog, page: readonly VisibleEntry[], startOfLog: string): Alarm | null {
  let hash = page[0]?.seq === 1 ? startOfLog : null
  for (const entry of page) {
    // The first entry's link to the one before is checked with the next page.
    const expected = hash ?? (isHidden(entry) ? '' : entry.previous)
    if (!continues(expected, entry)) {
      const shown = { epoch: log.epoch, seq: entry.seq, hash: entry.hash }
      return alarmOf(log, 'broken', entry.seq - 1, shown)
    }
    hash = entry.hash
  }
  return null
}
