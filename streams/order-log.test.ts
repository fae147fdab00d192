import { from, map, toArray } from 'rxjs'
import { TestScheduler } from 'rxjs/testing'
import { describe, expect, test } from 'vitest'
import { applyEntry, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import { type LogSignal, startOfLog } from './log-place.ts'
import { orderLog } from './order-log.ts'
import { events, foldFor, message, openingLog, session, snapshot, viewers } from './test-helpers.ts'
import type { LogMessage } from './transport.ts'

const log = openingLog()

const far = (seq: number): LogMessage => ({ kind: 'snapshot', body: snapshot(log, seq) })

/** What a list of messages yields: `1-3` for a frame, else the signal. */
function read(messages: readonly LogMessage[]): string[] {
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
    case 'snapshot':
      return `to ${signal.seq}`
  }
}

describe('ordering', () => {
  test('[EVT-1] the next seq applies', () => {
    expect(read([events(log, 1, 3), events(log, 4, 4)])).toEqual(['1-3', '4-4'])
  })

  test('[EVT-2] lower drops, in part or whole', () => {
    expect(read([events(log, 1, 3), events(log, 2, 3), events(log, 2, 5)])).toEqual(['1-3', '4-5'])
  })

  test('[GAP-1] higher is a gap and is let through only once the gap is closed', () => {
    const messages = [events(log, 1, 2), events(log, 4, 6), events(log, 3, 3), events(log, 4, 6)]
    expect(read(messages)).toEqual(['1-2', 'gap 2', '3-3', '4-6'])
  })

  test('[EPO-1] another epoch starts over; what is late of the first is dropped', () => {
    const other = openingLog('11')
    const messages = [
      events(log, 1, 9),
      events(other, 3, 4, { epoch: 'B' }),
      events(log, 10, 12),
      events(other, 1, 4, { epoch: 'B' }),
    ]
    expect(read(messages)).toEqual(['1-9', 'reset', 'gap 0', '1-4'])
  })

  test('[EVT-3] an entry that was changed breaks the chain there, and nothing after it is let through', () => {
    const forged = log.map((entry) =>
      entry.seq === 5 ? { ...entry, at: '2020-01-01T00:00:00.000Z' } : entry,
    )
    const opener = { viewer: { role: 'system', unitCode: null, seesSupervisor: true } } as const
    expect(read([events(forged, 1, 8, opener), events(log, 5, 8, opener)])).toEqual(['1-4', 'broken 5'])
  })

  test('[EVT-3] an entry put in place of another breaks the chain though it is whole in itself', () => {
    const other = openingLog('11')
    const swapped = log.map((entry, index) => (index === 30 ? (other[index] ?? entry) : entry))
    expect(read([events(swapped, 1, 40)])).toEqual(['1-30', 'broken 31'])
  })

  test('[HID-1] a hidden entry takes its place and carries the chain by its hash', () => {
    const visible = message(log, 1, log.length).entries as VisibleEntry[]
    const after = visible.findIndex(
      (entry, index) => !isHidden(entry) && index > 0 && isHidden(visible[index - 1] ?? entry),
    )
    expect(read([events(log, 1, after), events(log, after + 1, log.length)])).toEqual([
      `1-${after}`,
      `${after + 1}-${log.length}`,
    ])
    const swapped = log.map((entry, index) =>
      index === after - 1 ? { ...entry, hash: '0'.repeat(64) } : entry,
    )
    expect(read([events(swapped, 1, log.length)])).toEqual([`1-${after}`, `broken ${after + 1}`])
  })

  test('[HID-2] a revealed private field that is not what was committed to breaks the chain', () => {
    const system = { viewer: { role: 'system', unitCode: null, seesSupervisor: true } } as const
    const sealed = log.findIndex((entry) => entry.type === 'BidImported')
    const forged = log.map((entry, index) =>
      index === sealed ? { ...entry, private: { figures: { salt: '00', value: { price: '1.00' } } } } : entry,
    )
    expect(read([events(forged, 1, log.length, system)])).toEqual([`1-${sealed}`, `broken ${sealed + 1}`])
  })

  test('[SNP-2] a snapshot that is ahead moves the place; what follows continues its hash', () => {
    const messages = [events(log, 1, 3), far(20), events(log, 4, 9), events(log, 21, 25)]
    expect(read(messages)).toEqual(['1-3', 'to 20', '21-25'])
  })

  test('[SNP-2] a snapshot that is not ahead is dropped', () => {
    expect(read([events(log, 1, 9), far(9), far(4), events(log, 10, 11)])).toEqual(['1-9', '10-11'])
  })

  test('[SNP-2] a snapshot of another epoch starts over', () => {
    const other = openingLog('11')
    const restored: LogMessage = { kind: 'snapshot', body: snapshot(other, 5, { epoch: 'B' }) }
    const messages = [events(log, 1, 9), restored, far(20), events(other, 6, 8, { epoch: 'B' })]
    expect(read(messages)).toEqual(['1-9', 'reset', 'to 5', '6-8'])
  })

  test('[SNP-2] what does not continue the snapshot’s hash breaks the chain', () => {
    const other = openingLog('11')
    expect(read([far(30), events(other, 31, 40)])).toEqual(['to 30', 'broken 31'])
  })

  test('[SNP-2] a chain that is broken is not mended by a snapshot', () => {
    const other = openingLog('11')
    const swapped = log.map((entry, index) => (index === 20 ? (other[index] ?? entry) : entry))
    expect(read([events(swapped, 1, 25), far(30)])).toEqual(['1-20', 'broken 21'])
  })

  test('[SNP-2] a snapshot and what follows fold to what the whole log folds to', () => {
    for (const viewer of viewers) {
      for (const seq of [1, 8, 17, 28, log.length - 1]) {
        const messages: LogMessage[] = [
          { kind: 'snapshot', body: snapshot(log, seq, { viewer }) },
          events(log, seq + 1, log.length, { viewer }),
        ]
        const state = initial()
        from(messages)
          .pipe(orderLog(startOfLog(session)))
          .subscribe(({ signals }) => {
            for (const signal of signals) {
              if (signal.kind === 'snapshot') Object.assign(state, signal.state)
              if (signal.kind === 'frame') for (const entry of signal.entries) applyEntry(state, entry)
            }
          })
        expect(state).toEqual(foldFor(viewer, log))
      }
    }
  })

  test('frames carry the head at which the log was joined', () => {
    const steps: (number | undefined)[] = []
    from([events(log, 1, 2, { head: 7 }), events(log, 3, 9, { head: 9 })])
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
        a: events(log, 1, 2),
        b: events(log, 3, 3),
        c: events(log, 4, 4),
      })
      const seq$ = messages$.pipe(
        orderLog(startOfLog(session)),
        map((step) => step.place.seq),
      )
      expectObservable(seq$).toBe('a-c--b-|', { a: 2, b: 3, c: 2 })
    })
  })
  test('[SNP-2] a snapshot is a step like any other, and what is late behind it none', () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
    scheduler.run(({ cold, expectObservable }) => {
      const messages$ = cold('a-s-b-d|', {
        a: events(log, 1, 2),
        s: far(20),
        b: events(log, 3, 9),
        d: events(log, 21, 22),
      })
      const steps$ = messages$.pipe(
        orderLog(startOfLog(session)),
        map((step) => `${step.place.seq} ${step.signals.map(({ kind }) => kind)}`),
      )
      const expected = { a: '2 frame', s: '20 snapshot', b: '20 ', d: '22 frame' }
      expectObservable(steps$).toBe('a-s-b-d|', expected)
    })
  })
})
