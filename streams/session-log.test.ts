import { BehaviorSubject, NEVER, type Observable, of, Subject, throwError, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { type LogSignal, startOfLog } from './log-place.ts'
import { sessionLog$ } from './session-log.ts'
import { events, message, openingLog, session, snapshot } from './test-helpers.ts'
import type { LogMessage } from './transport.ts'

const log = openingLog()

function stage(readLog: (after: number) => Observable<EventsMessage>, isLive = false, snapshotBeyond = 2000) {
  const messages$ = new Subject<LogMessage>()
  const observations$ = new Subject<{ seq: number }>()
  const place$ = new BehaviorSubject(startOfLog(session))
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
    transport: {
      readLog(after) {
        reads.push(after)
        return readLog(after)
      },
      readSnapshot() {
        reads.push(-1)
        return of(snapshot(log, log.length - 3))
      },
    },
    live: () => isLive,
    place$,
    gaps$,
    scheduler: new VirtualTimeScheduler(),
    snapshotBeyond,
  }).subscribe((signal) => signals.push(signal))
  return {
    messages$,
    observations$,
    reads,
    seqs: () =>
      signals.flatMap((signal) => (signal.kind === 'frame' ? signal.entries.map(({ seq }) => seq) : [])),
    gaps: () => gaps,
  }
}

const page = (after: number) => of(message(log, after + 1, Math.min(after + 10, log.length)))
const upTo = (seq: number) => Array.from({ length: seq }, (_, index) => index + 1)

describe('the session log', () => {
  test('[GAP-3] a poll that is ahead makes the log be read page after page to its head', () => {
    const { observations$, reads, seqs } = stage(page)
    observations$.next({ seq: log.length })
    expect(reads).toEqual([0, 10, 20, 30, 40])
    expect(seqs()).toEqual(upTo(log.length))
  })

  test('[SNP-3] who is far behind reads a snapshot and then the entries that follow it', () => {
    const { observations$, reads, seqs } = stage(page, false, 20)
    observations$.next({ seq: log.length })
    expect(reads).toEqual([-1, log.length - 3])
    expect(seqs()).toEqual([log.length - 2, log.length - 1, log.length])
  })

  test('[EPO-2] a poll that stands where we stand is believed, nine times of ten', () => {
    const { observations$, reads } = stage(page)
    observations$.next({ seq: 0 })
    reads.length = 0
    for (let round = 0; round < 9; round += 1) observations$.next({ seq: log.length })
    expect(reads).toEqual([])
    observations$.next({ seq: log.length })
    expect(reads).toEqual([log.length])
  })

  test('[EVT-1] socket and reads together give each entry once and in order', () => {
    const { observations$, messages$, seqs } = stage(page)
    messages$.next(events(log, 1, 6))
    observations$.next({ seq: 12 })
    messages$.next(events(log, 4, 16))
    messages$.next(events(log, 17, 20))
    expect(seqs()).toEqual(upTo(log.length))
  })

  test('[GAP-1] a gap is read by REST without a live socket, and left to the socket with one', () => {
    const away = stage(page)
    away.messages$.next(events(log, 3, 4))
    expect(away.reads[0]).toBe(0)
    const live = stage(page, true)
    live.messages$.next(events(log, 3, 4))
    expect([live.reads, live.gaps()]).toEqual([[], 1])
  })

  test('[RET-1] a failed read is made up for by the next poll', () => {
    let fails = true
    const { observations$, seqs } = stage((after) =>
      fails ? throwError(() => new Error('lost')) : page(after),
    )
    observations$.next({ seq: 3 })
    expect(seqs()).toEqual([])
    fails = false
    observations$.next({ seq: 3 })
    expect(seqs()).toEqual(upTo(log.length))
  })

  test('[RET-1] while one read is on its way no second is begun', () => {
    const { observations$, reads } = stage(() => NEVER)
    observations$.next({ seq: 3 })
    observations$.next({ seq: 4 })
    expect(reads).toEqual([0])
  })

  test('[EPO-3] a read that was asked for before another epoch was joined counts for nothing', () => {
    const answers: Subject<EventsMessage>[] = []
    const { observations$, messages$, seqs } = stage(() => {
      const answer$ = new Subject<EventsMessage>()
      answers.push(answer$)
      return answer$
    })
    messages$.next(events(log, 1, 3))
    observations$.next({ seq: 9 })
    const third = openingLog('33')
    messages$.next(events(third, 1, 2, { epoch: 'C', head: 2 }))
    answers[0]?.next(message(openingLog('22'), 1, 9, { epoch: 'B' }))
    messages$.next(events(third, 3, 4, { epoch: 'C', head: 4 }))
    expect(seqs()).toEqual([1, 2, 3, 1, 2, 3, 4])
  })
})
