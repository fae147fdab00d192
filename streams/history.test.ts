import { BehaviorSubject, NEVER, type Observable, of, Subject, throwError, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { genesisHash, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { viewFor } from '#domain/session/view.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { message, openingLog, session, viewers } from '#test/support/opening-log.ts'
import { type FirstKnown, type HistoryNews, history$ } from './history.ts'
import { type LogPosition, startOfLog } from './log-position.ts'

const log = openingLog()
const [viewer] = viewers
const seen = (from: number, to: number) =>
  viewer ? log.slice(from - 1, to).map((entry) => viewFor(viewer, entry)) : []

function at(seq: number, of_ = log): LogPosition {
  const hash = of_[seq - 1]?.hash ?? genesisHash(session)
  const start = startOfLog(session)
  start.log.add([{ seq, hash }])
  return { ...start, epoch: 'A', seq, hash, base: { seq, hash } }
}

type Read = (after: number, limit: number) => Observable<EventsMessage>
const pages: Read = (after, limit) => of(message(log, after + 1, after + limit))
/** Answers with another entry in the place of one. */
const exchanging =
  (other: VisibleEntry): Read =>
  (after, limit) => {
    const told = message(log, after + 1, after + limit)
    return of({
      ...told,
      entries: told.entries.map((entry) => (entry.seq === other.seq ? other : entry)) as never,
    })
  }

/** The history before a snapshot at `seq`, in pages of ten. */
function fixture(seq: number, read: Read = pages) {
  const wanted$ = new Subject<FirstKnown>()
  const position$ = new BehaviorSubject(at(seq))
  const asked: number[] = []
  const news: HistoryNews[] = []
  const transport = {
    readLog(after: number, _signal: AbortSignal, limit = 0) {
      asked.push(after)
      return read(after, limit)
    },
  }
  const scheduler = new VirtualTimeScheduler()
  let first: FirstKnown = null
  history$({ wanted$, position$, transport, scheduler, pageSize: 10 }).subscribe((next) => {
    news.push(next)
    if (next.kind === 'page') first = next.entries[0] ?? null
  })
  return {
    position$,
    asked,
    news,
    /** Asks for the page before an entry; without one, before the first that is known. */
    want: (before = first) => {
      news.length = 0
      wanted$.next(before)
    },
    known: () => news.flatMap((next) => (next.kind === 'page' ? next.entries : [])),
    kinds: () => news.map(({ kind }) => kind),
  }
}

describe('[SNP-4] the entries before a snapshot', () => {
  test('are read page by page on request, to the start of the log', () => {
    const { want, known, asked, kinds } = fixture(24)
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

  test('are put together when an answer holds fewer than requested', () => {
    const { want, known, asked } = fixture(24, (after, limit) => pages(after, Math.min(limit, 4)))
    want()
    expect(asked).toEqual([14, 18, 22])
    expect(known()).toEqual(seen(15, 24))
  })

  test('can be requested again after a failed read, or an answer of another epoch or with too much', () => {
    let answer: Read = () => throwError(() => new Error('lost'))
    const { want, kinds } = fixture(24, (after, limit) => answer(after, limit))
    want()
    expect(kinds()).toEqual(['loading', 'failed'])
    answer = (after, limit) => of(message(log, after + 1, after + limit, { epoch: 'B' }))
    want()
    expect(kinds()).toEqual(['loading', 'failed'])
    // It would have an entry twice that is known.
    answer = (after, limit) => of(message(log, after + 1, after + limit + 1))
    want()
    expect(kinds()).toEqual(['loading', 'failed'])
    answer = pages
    want()
    expect(kinds()).toEqual(['loading', 'page'])
  })
})

describe('[SNP-4] a page that does not chain into the known entries raises an alarm, and', () => {
  const brokenAt = (seq: number) => ({ reason: 'broken', shown: { seq, hash: log[seq - 1]?.hash } })

  test('is refused when it does not end with the snapshot’s entry, and not requested again', () => {
    const other = openingLog('11')
    const { want, kinds, asked } = fixture(24, (after, limit) => of(message(other, after + 1, after + limit)))
    want()
    expect(kinds()).toEqual(['loading', 'broken'])
    want()
    expect(asked).toHaveLength(1)
  })

  test('is refused when any of its entries was changed', () => {
    for (const changed of seen(15, 24).filter((entry) => !isHidden(entry))) {
      const forged = log.map((entry) =>
        entry.seq === changed.seq ? { ...entry, at: '2020-01-01T00:00:00.000Z' } : entry,
      )
      const { want, news } = fixture(24, (after, limit) => of(message(forged, after + 1, after + limit)))
      want()
      expect(news).toMatchObject([{ kind: 'loading' }, { kind: 'broken', alarm: brokenAt(changed.seq) }])
    }
  })

  test('is refused when its first entry does not continue the session’s genesis hash', () => {
    const foreign = log.map((entry) => (entry.seq === 1 ? { ...entry, previous: 'f'.repeat(64) } : entry))
    const { want, news } = fixture(6, (after, limit) => of(message(foreign, after + 1, after + limit)))
    want()
    expect(news).toMatchObject([{ kind: 'loading' }, { kind: 'broken', alarm: brokenAt(1) }])
  })
})

describe('[SNP-4] a read in progress', () => {
  test('is aborted by a later snapshot or another epoch', () => {
    const { want, position$, asked, known } = fixture(24, (after, limit) =>
      after === 14 ? NEVER : pages(after, limit),
    )
    want()
    want()
    expect(asked).toEqual([14])
    position$.next(at(30))
    want()
    expect(asked).toEqual([14, 20])
    expect(known()).toEqual(seen(21, 30))
    position$.next({ ...startOfLog(session), epoch: 'B' })
    want()
    expect(asked).toEqual([14, 20])
  })
})

describe('[SNP-7] entries that were dropped', () => {
  /** A reader of the whole log who has dropped the entries before 21. */
  function dropped(read?: Read) {
    const all = fixture(0, read)
    all.position$.value.log.add(log)
    return { ...all, want: () => all.want(log[20]) }
  }

  test('are read again before the first one that is kept', () => {
    const { want, known, asked } = dropped()
    want()
    expect(asked).toEqual([10])
    expect(known()).toEqual(seen(11, 20))
  })

  test('[ALM-2] raise an alarm with another hash than was seen, though it is hidden, or a later entry is', () => {
    const hidden = seen(11, 20).findIndex(isHidden)
    expect(hidden).toBeGreaterThan(0)
    for (const entry of seen(11, 20).slice(hidden - 1, hidden + 1)) {
      const { seq, hash } = entry
      const { want, news } = dropped(exchanging({ ...entry, hash: 'f'.repeat(64) }))
      want()
      const alarm = { reason: 'forked', seen: { seq, hash }, shown: { seq, hash: 'f'.repeat(64) } }
      expect(news).toMatchObject([{ kind: 'loading' }, { kind: 'broken', alarm }])
    }
  })

  const known = seen(11, 20).findLast((entry) => !isHidden(entry)) as VisibleEntry

  test('[SNP-4] raise an alarm with other content under the hash that was seen', () => {
    const { want, news } = dropped(exchanging({ ...known, actor: 'x' } as VisibleEntry))
    want()
    const alarm = {
      reason: 'broken',
      seen: { seq: known.seq - 1 },
      shown: { seq: known.seq, hash: known.hash },
    }
    expect(news).toMatchObject([{ kind: 'loading' }, { kind: 'broken', alarm }])
  })

  test('[ALM-1] raise no alarm where one is hidden that was seen: an older node does not know it (LOG-5)', () => {
    const hidden = { seq: known.seq, hash: known.hash }
    const { want, known: read } = dropped(exchanging(hidden))
    want()
    expect(read()[known.seq - 11]).toEqual(hidden)
  })

  test('are not read for an entry of another log', () => {
    const { position$, want, asked } = dropped()
    position$.next(at(30, openingLog('11')))
    want()
    expect(asked).toEqual([])
  })
})

test('[ALM-2] what was read back counts as seen', () => {
  const { want, position$ } = fixture(24)
  want()
  const { log: seenLog } = position$.value
  // The first entry of the page says the hash of the one before.
  expect([13, 14, 15, 24].map(seenLog.hashAt)).toEqual([
    null,
    ...[14, 15, 24].map((seq) => log[seq - 1]?.hash),
  ])
})

test('[ALM-2] a page that continues another entry than was seen before it raises an alarm', () => {
  const { want, position$, news } = fixture(24)
  const { log: seenLog } = position$.value
  const remembered = { seq: 14, hash: 'e'.repeat(64) }
  seenLog.add([remembered])
  want()
  expect(news).toMatchObject([
    { kind: 'loading' },
    { kind: 'broken', alarm: { reason: 'forked', seen: remembered, shown: { hash: log[13]?.hash } } },
  ])
  expect(seenLog.hashAt(14)).toBe(remembered.hash)
})
