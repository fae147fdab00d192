import { BehaviorSubject, NEVER, type Observable, of, Subject, throwError, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { genesisHash, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { viewFor } from '#domain/session/view.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { type HistoryNews, history$ } from './history.ts'
import { type LogPlace, startOfLog } from './log-place.ts'
import { message, openingLog, session, viewers } from './test-helpers.ts'

const log = openingLog()
const [viewer] = viewers
const seen = (from: number, to: number) =>
  viewer ? log.slice(from - 1, to).map((entry) => viewFor(viewer, entry)) : []

function at(seq: number, of_ = log): LogPlace {
  const hash = of_[seq - 1]?.hash ?? genesisHash(session)
  return { ...startOfLog(session), epoch: 'A', seq, hash, base: { seq, hash } }
}

type Read = (after: number, limit: number) => Observable<EventsMessage>
const pages: Read = (after, limit) => of(message(log, after + 1, after + limit))

/** A history behind a snapshot at `seq`, in pages of ten. */
function stage(seq: number, read: Read = pages) {
  const wanted$ = new Subject<void>()
  const place$ = new BehaviorSubject(at(seq))
  const asked: number[] = []
  const news: HistoryNews[] = []
  const transport = {
    readLog(after: number, _signal: AbortSignal, limit = 0) {
      asked.push(after)
      return read(after, limit)
    },
  }
  const scheduler = new VirtualTimeScheduler()
  history$({ wanted$, place$, transport, scheduler, pageSize: 10 }).subscribe((next) => news.push(next))
  return {
    place$,
    asked,
    news,
    want: () => {
      news.length = 0
      wanted$.next()
    },
    known: () => news.flatMap((next) => (next.kind === 'page' ? next.entries : [])),
    kinds: () => news.map(({ kind }) => kind),
  }
}

describe('[SNP-4] what lies before a snapshot', () => {
  test('is read back page by page to the start of the log, each page on demand', () => {
    const { want, known, asked, kinds } = stage(24)
    expect(asked).toEqual([])
    let entries: VisibleEntry[] = []
    for (let page = 0; page < 3; page += 1) {
      want()
      expect(kinds()).toEqual(['loading', 'page'])
      entries = [...known(), ...entries]
    }
    expect(asked).toEqual([14, 4, 0])
    expect(entries).toEqual(seen(1, 24))
    want()
    expect(kinds()).toEqual([])
  })

  test('is put together where an answer holds less than was asked for', () => {
    const { want, known, asked } = stage(24, (after, limit) => pages(after, Math.min(limit, 4)))
    want()
    expect(asked).toEqual([14, 18, 22])
    expect(known()).toEqual(seen(15, 24))
  })

  test('is refused where it does not end with the entry that the snapshot stands on, and not asked for again', () => {
    const other = openingLog('11')
    const { want, kinds, asked } = stage(24, (after, limit) => of(message(other, after + 1, after + limit)))
    want()
    expect(kinds()).toEqual(['loading', 'broken'])
    want()
    expect(asked).toHaveLength(1)
  })

  test('is refused where an entry within it was changed, wherever it stands', () => {
    for (const changed of seen(15, 24).filter((entry) => !isHidden(entry))) {
      const forged = log.map((entry) =>
        entry.seq === changed.seq ? { ...entry, at: '2020-01-01T00:00:00.000Z' } : entry,
      )
      const { want, kinds } = stage(24, (after, limit) => of(message(forged, after + 1, after + limit)))
      want()
      expect(kinds()).toEqual(['loading', 'broken'])
    }
  })

  test('is refused where it does not begin at the session’s own start', () => {
    const foreign = log.map((entry) => (entry.seq === 1 ? { ...entry, previous: 'f'.repeat(64) } : entry))
    const { want, kinds } = stage(6, (after, limit) => of(message(foreign, after + 1, after + limit)))
    want()
    expect(kinds()).toEqual(['loading', 'broken'])
  })

  test('may be asked for again after a read that failed, or one of another epoch', () => {
    let answer: Read = () => throwError(() => new Error('lost'))
    const { want, kinds } = stage(24, (after, limit) => answer(after, limit))
    want()
    expect(kinds()).toEqual(['loading', 'failed'])
    answer = (after, limit) => of(message(log, after + 1, after + limit, { epoch: 'B' }))
    want()
    expect(kinds()).toEqual(['loading', 'failed'])
    answer = pages
    want()
    expect(kinds()).toEqual(['loading', 'page'])
  })

  test('is given up when a later snapshot or another epoch takes the place', () => {
    const { want, place$, asked, known } = stage(24, (after, limit) =>
      after === 14 ? NEVER : pages(after, limit),
    )
    want()
    want()
    expect(asked).toEqual([14])
    place$.next(at(30))
    want()
    expect(asked).toEqual([14, 20])
    expect(known()).toEqual(seen(21, 30))
    place$.next({ ...startOfLog(session), epoch: 'B' })
    want()
    expect(asked).toEqual([14, 20])
  })
})
