import { BehaviorSubject, NEVER, type Observable, of, Subject, throwError, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { events, message, openingLog, session, wholeSnapshot } from '#test/support/opening-log.ts'
import { type LogSignal, startOfLog } from './log-position.ts'
import { sessionLog$ } from './session-log.ts'
import type { LogMessage } from './transport.ts'

const log = openingLog()

function fixture(
  readLog: (after: number) => Observable<EventsMessage>,
  isLive = false,
  snapshotBeyond = 2000,
) {
  const messages$ = new Subject<LogMessage>()
  const observations$ = new Subject<{ seq: number }>()
  const heads$ = new Subject<{ epoch: string; head: number }>()
  const position$ = new BehaviorSubject(startOfLog(session))
  const gaps$ = new Subject<void>()
  const reads: number[] = []
  const signals: LogSignal[] = []
  let gaps = 0
  gaps$.subscribe(() => {
    gaps += 1
  })
  sessionLog$({
    messages$,
    observations$,
    heads$,
    transport: {
      readLog(after) {
        reads.push(after)
        return readLog(after)
      },
      readSnapshot() {
        reads.push(-1)
        return of(wholeSnapshot(log, log.length - 3))
      },
    },
    live: () => isLive,
    position$,
    gaps$,
    scheduler: new VirtualTimeScheduler(),
    snapshotBeyond,
  }).subscribe((signal) => signals.push(signal))
  return {
    messages$,
    observations$,
    reads,
    seqs: () =>
      signals.flatMap((signal) => (signal.kind === 'batch' ? signal.entries.map(({ seq }) => seq) : [])),
    gaps: () => gaps,
  }
}

const page = (after: number) => of(message(log, after + 1, Math.min(after + 10, log.length)))
const upTo = (seq: number) => Array.from({ length: seq }, (_, index) => index + 1)

describe('the session log', () => {
  test('[GAP-3] is read page by page to its head when a poll is ahead', () => {
    const { observations$, reads, seqs } = fixture(page)
    observations$.next({ seq: log.length })
    // Each question begins with the entry that is known.
    expect(reads).toEqual([0, 9, 18, 27, 36, 45].slice(0, reads.length))
    expect(seqs()).toEqual(upTo(log.length))
  })

  test('[SNP-3] is read as a snapshot and the entries after it when far behind', () => {
    const { observations$, reads, seqs } = fixture(page, false, 20)
    observations$.next({ seq: log.length })
    expect(reads).toEqual([-1, log.length - 4])
    expect(seqs()).toEqual([log.length - 2, log.length - 1, log.length])
  })

  test('[EPO-2] is read on every tenth poll with an equal seq', () => {
    const { observations$, reads } = fixture(page)
    observations$.next({ seq: 0 })
    reads.length = 0
    for (let round = 0; round < 9; round += 1) observations$.next({ seq: log.length })
    expect(reads).toEqual([])
    observations$.next({ seq: log.length })
    expect(reads).toEqual([log.length - 1])
  })

  test('[EVT-1] has each entry once and in order, from socket and reads together', () => {
    const { observations$, messages$, seqs } = fixture(page)
    messages$.next(events(log, 1, 6))
    observations$.next({ seq: 12 })
    messages$.next(events(log, 4, 16))
    messages$.next(events(log, 17, 20))
    expect(seqs()).toEqual(upTo(log.length))
  })
})

describe('catching up by REST', () => {
  test('[GAP-1] closes a gap only without a live socket; a live socket subscribes again', () => {
    const away = fixture(page)
    away.messages$.next(events(log, 3, 4))
    expect(away.reads[0]).toBe(0)
    const live = fixture(page, true)
    live.messages$.next(events(log, 3, 4))
    expect([live.reads, live.gaps()]).toEqual([[], 1])
  })

  test('[RET-1] repeats a failed read on the next poll', () => {
    let fails = true
    const { observations$, seqs } = fixture((after) =>
      fails ? throwError(() => new Error('lost')) : page(after),
    )
    observations$.next({ seq: 3 })
    expect(seqs()).toEqual([])
    fails = false
    observations$.next({ seq: 3 })
    expect(seqs()).toEqual(upTo(log.length))
  })

  test('[RET-1] starts no second read while one is running', () => {
    const { observations$, reads } = fixture(() => NEVER)
    observations$.next({ seq: 3 })
    observations$.next({ seq: 4 })
    expect(reads).toEqual([0])
  })

  test('[EPO-3] ignores an answer requested before another epoch was joined', () => {
    const answers: Subject<EventsMessage>[] = []
    const { observations$, messages$, seqs } = fixture(() => {
      const answer$ = new Subject<EventsMessage>()
      answers.push(answer$)
      return answer$
    })
    messages$.next(events(log, 1, 3))
    observations$.next({ seq: 9 })
    const third = openingLog('33')
    messages$.next(events(third, 1, 2, { epoch: 'A~0~c', head: 2 }))
    answers[0]?.next(message(openingLog('22'), 1, 9, { epoch: 'A~0~b' }))
    messages$.next(events(third, 3, 4, { epoch: 'A~0~c', head: 4 }))
    expect(seqs()).toEqual([1, 2, 3, 1, 2, 3, 4])
  })
})
