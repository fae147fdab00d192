import { from, map, toArray } from 'rxjs'
import { TestScheduler } from 'rxjs/testing'
import { describe, expect, test } from 'vitest'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { type LogSignal, startOfLog } from './log-place.ts'
import { orderLog } from './order-log.ts'
import { message, openingLog, session } from './test-helpers.ts'

const log = openingLog()

/** What a list of messages yields: `1-3` for a frame, else the signal. */
function read(messages: readonly EventsMessage[]): string[] {
  const words: string[] = []
  from(messages)
    .pipe(orderLog(startOfLog(session)), toArray())
    .subscribe((steps) => words.push(...steps.flatMap((step) => step.signals.map(word))))
  return words
}

function word(signal: LogSignal): string {
  switch (signal.kind) {
    case 'frame':
      return `${signal.entries[0]?.seq}-${signal.entries.at(-1)?.seq}`
    case 'gap':
      return `gap ${signal.after}`
    case 'broken':
      return `broken ${signal.seq}`
    case 'reset':
      return 'reset'
  }
}

describe('ordering', () => {
  test('the next seq applies', () => {
    expect(read([message(log, 1, 3), message(log, 4, 4)])).toEqual(['1-3', '4-4'])
  })

  test('lower drops, in part or whole', () => {
    expect(read([message(log, 1, 3), message(log, 2, 3), message(log, 2, 5)])).toEqual(['1-3', '4-5'])
  })

  test('higher is a gap and is let through only once the gap is closed', () => {
    const messages = [message(log, 1, 2), message(log, 4, 6), message(log, 3, 3), message(log, 4, 6)]
    expect(read(messages)).toEqual(['1-2', 'gap 2', '3-3', '4-6'])
  })

  test('another epoch starts over; what is late of the first is dropped', () => {
    const other = openingLog('11')
    const messages = [
      message(log, 1, 9),
      message(other, 3, 4, { epoch: 'B' }),
      message(log, 10, 12),
      message(other, 1, 4, { epoch: 'B' }),
    ]
    expect(read(messages)).toEqual(['1-9', 'reset', 'gap 0', '1-4'])
  })

  test('an entry that was changed breaks the chain there, and nothing after it is let through', () => {
    const forged = log.map((entry) =>
      entry.seq === 5 ? { ...entry, at: '2020-01-01T00:00:00.000Z' } : entry,
    )
    const opener = { viewer: { role: 'system', unitCode: null, seesSupervisor: true } } as const
    expect(read([message(forged, 1, 8, opener), message(log, 5, 8, opener)])).toEqual(['1-4', 'broken 5'])
  })

  test('an entry put in place of another breaks the chain though it is whole in itself', () => {
    const other = openingLog('11')
    const swapped = log.map((entry, index) => (index === 30 ? (other[index] ?? entry) : entry))
    expect(read([message(swapped, 1, 40)])).toEqual(['1-30', 'broken 31'])
  })

  test('a revealed private field that is not what was committed to breaks the chain', () => {
    const system = { viewer: { role: 'system', unitCode: null, seesSupervisor: true } } as const
    const sealed = log.findIndex((entry) => entry.type === 'BidImported')
    const forged = log.map((entry, index) =>
      index === sealed ? { ...entry, private: { figures: { salt: '00', value: { price: '1.00' } } } } : entry,
    )
    expect(read([message(forged, 1, log.length, system)])).toEqual([`1-${sealed}`, `broken ${sealed + 1}`])
  })

  test('frames carry the head at which the log was joined', () => {
    const steps: (number | undefined)[] = []
    from([message(log, 1, 2, { head: 7 }), message(log, 3, 9, { head: 9 })])
      .pipe(orderLog(startOfLog(session)))
      .subscribe(({ signals }) => {
        for (const signal of signals) if (signal.kind === 'frame') steps.push(signal.joinedAt)
      })
    expect(steps).toEqual([7, 7])
  })

  test('each message is answered in its own moment', () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
    scheduler.run(({ cold, expectObservable }) => {
      const messages$ = cold('a-c--b-|', {
        a: message(log, 1, 2),
        b: message(log, 3, 3),
        c: message(log, 4, 4),
      })
      const seq$ = messages$.pipe(
        orderLog(startOfLog(session)),
        map((step) => step.place.seq),
      )
      expectObservable(seq$).toBe('a-c--b-|', { a: 2, b: 3, c: 2 })
    })
  })
})
