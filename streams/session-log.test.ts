import { BehaviorSubject, NEVER, type Observable, of, Subject, throwError, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { type LogSignal, startOfLog } from './log-place.ts'
import { sessionLog$ } from './session-log.ts'
import { message, openingLog, session } from './test-helpers.ts'

const log = openingLog()

function stage(readLog: (after: number) => Observable<EventsMessage>, isLive = false) {
  const messages$ = new Subject<EventsMessage>()
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
    },
    live: () => isLive,
    place$,
    gaps$,
    scheduler: new VirtualTimeScheduler(),
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
  test('a poll that is ahead makes the log be read page after page to its head', () => {
    const { observations$, reads, seqs } = stage(page)
    observations$.next({ seq: log.length })
    expect(reads).toEqual([0, 10, 20, 30])
    expect(seqs()).toEqual(upTo(log.length))
  })

  test('a poll that stands where we stand is believed, nine times of ten', () => {
    const { observations$, reads } = stage(page)
    observations$.next({ seq: 0 })
    reads.length = 0
    for (let round = 0; round < 9; round += 1) observations$.next({ seq: log.length })
    expect(reads).toEqual([])
    observations$.next({ seq: log.length })
    expect(reads).toEqual([log.length])
  })

  test('socket and reads together give each entry once and in order', () => {
    const { observations$, messages$, seqs } = stage(page)
    messages$.next(message(log, 1, 6))
    observations$.next({ seq: 12 })
    messages$.next(message(log, 4, 16))
    messages$.next(message(log, 17, 20))
    expect(seqs()).toEqual(upTo(log.length))
  })

  test('a gap is read by REST without a live socket, and left to the socket with one', () => {
    const away = stage(page)
    away.messages$.next(message(log, 3, 4))
    expect(away.reads[0]).toBe(0)
    const live = stage(page, true)
    live.messages$.next(message(log, 3, 4))
    expect([live.reads, live.gaps()]).toEqual([[], 1])
  })

  test('a failed read is made up for by the next poll', () => {
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

  test('while one read is on its way no second is begun', () => {
    const { observations$, reads } = stage(() => NEVER)
    observations$.next({ seq: 3 })
    observations$.next({ seq: 4 })
    expect(reads).toEqual([0])
  })
})
