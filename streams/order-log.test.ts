import { from, map, toArray } from 'rxjs'
import { TestScheduler } from 'rxjs/testing'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import {
  applyEntry,
  canonicalParts,
  type Entry,
  isHidden,
  rechained,
  type VisibleEntry,
} from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import { startOfEpoch } from '#protocol/socket/epoch.ts'
import { keptOf, restoredEpoch } from '#protocol/socket/restored-epoch.ts'
import {
  events,
  foldFor,
  message,
  openingLog,
  previewOf,
  session,
  snapshot,
  viewers,
} from '#test/support/opening-log.ts'
import { type LogSignal, type LogStep, readMessage, startOfLog } from './log-position.ts'
import { orderLog } from './order-log.ts'
import { seenLog } from './seen-log.ts'
import type { LogMessage } from './transport.ts'

const log = openingLog()

/** An epoch of a log of which a backup kept nothing. */
const restored = restoredEpoch('A', 0, 'fresh')

const far = (seq: number): LogMessage => ({ kind: 'snapshot', body: snapshot(log, seq) })

/** What a list of messages yields: `1-3` for a batch, else the signal. */
function read(messages: readonly LogMessage[]): string[] {
  const words: string[] = []
  from(messages)
    .pipe(orderLog(startOfLog(session)), toArray())
    .subscribe((steps) => words.push(...steps.flatMap((step) => step.signals.map(word))))
  return words
}

function word(signal: LogSignal): string {
  switch (signal.kind) {
    case 'batch':
      return `${signal.entries[0]?.seq}-${signal.entries.at(-1)?.seq}`
    case 'gap':
      return `gap ${signal.after}`
    case 'broken':
      return `broken ${signal.seq}`
    case 'reset':
      if (signal.restored) return `restored to ${signal.restored.kept} of ${signal.restored.seen}`
      return signal.expected ? 'reset expected' : 'reset'
    case 'alarm':
      return `${signal.alarm.reason} ${signal.alarm.seen.seq}`
    case 'snapshot':
      return `to ${signal.seq}`
  }
}

describe('the order of entries', () => {
  test('[EVT-1] applies the next seq', () => {
    expect(read([events(log, 1, 3), events(log, 4, 4)])).toEqual(['1-3', '4-4'])
  })

  test('[EVT-2] drops lower seqs, also part of a message', () => {
    expect(read([events(log, 1, 3), events(log, 2, 3), events(log, 2, 5)])).toEqual(['1-3', '4-5'])
  })

  test('[GAP-1] reports a higher seq as a gap and emits it only after the gap is closed', () => {
    const messages = [events(log, 1, 2), events(log, 4, 6), events(log, 3, 3), events(log, 4, 6)]
    expect(read(messages)).toEqual(['1-2', 'gap 2', '3-3', '4-6'])
  })

  test('[EPO-1] starts over with another epoch and drops late messages of the first', () => {
    const other = openingLog('11')
    const messages = [
      events(log, 1, 9),
      events(other, 3, 4, { epoch: restored }),
      events(log, 10, 12),
      events(other, 1, 4, { epoch: restored }),
    ]
    expect(read(messages)).toEqual(['1-9', 'restored to 0 of 9', 'gap 0', '1-4'])
  })
})

describe('a preview', () => {
  const submitted = log.findLastIndex(({ type }) => type === 'BidSubmitted') + 1
  const opened = log.findIndex(({ type }) => type === 'BidsFrozen') + 1
  const preview = previewOf(log, submitted)
  const had = (message(log, 1, submitted).entries as VisibleEntry[]).filter((entry) => !isHidden(entry))
  const lastHad = had.at(-1)?.seq ?? 0
  /** The steps that messages yield, of which the last says where new entries begin. */
  const stepsOf = (messages: readonly LogMessage[]) => {
    const steps: LogStep[] = []
    from(messages)
      .pipe(orderLog(startOfLog(session)))
      .subscribe((step) => steps.push(step))
    return steps
  }

  test('[RIV-2] gives way to the log from its first entry, and never comes back', () => {
    const messages = [preview, events(log, 1, opened), preview, previewOf(log, opened - 1)]
    expect(read(messages)).toEqual([`1-${had.length}`, 'reset expected', `1-${opened}`])
  })

  test('[RIV-2] of a log that was reached without it is dropped', () => {
    expect(read([events(log, 1, 9), preview])).toEqual(['1-9'])
  })

  test('[RIV-2] once the log has taken its place, what it had is old and the rest is new', () => {
    const whole = stepsOf([preview, events(log, 1, opened)]).at(-1)
    expect(whole?.signals.at(-1)).toMatchObject({ kind: 'batch', joinedAt: lastHad })
    const parts = stepsOf([preview, events(log, 1, 2), events(log, 3, opened)])
    const joined = parts.flatMap(({ signals }) =>
      signals.flatMap((signal) => (signal.kind === 'batch' ? [signal.joinedAt] : [])),
    )
    expect(joined.slice(1)).toEqual([2, lastHad])
  })

  test('[RIV-2] breaks the log where that does not have what the preview had', () => {
    const other = openingLog('00').map((entry) =>
      entry.seq === lastHad
        ? { ...entry, payload: { ...(entry.payload as object), fileName: 'other.bid' } }
        : entry,
    )
    const rewritten = rechain(other)
    expect(read([events(rewritten, 1, opened)])).toEqual([`1-${opened}`])
    expect(read([preview, events(rewritten, 1, opened)])).toEqual([
      `1-${had.length}`,
      'reset expected',
      `1-${lastHad - 1}`,
      `broken ${lastHad}`,
    ])
  })

  test('[RIV-2] of another log is another log', () => {
    const messages = [preview, events(log, 1, 4, { epoch: 'B' })]
    expect(read(messages)).toEqual([`1-${had.length}`, 'forked 1'])
  })

  /** The entries with hashes that fit what they say. */
  function rechain(entries: readonly Entry[]): Entry[] {
    let previous = startOfEpoch(session, 'A')
    return entries.map((entry) => {
      const moved = rechained(entry, { seq: entry.seq, previous }, canonicalParts(entry), sha256Hex)
      previous = moved.hash
      return moved
    })
  }
})

describe('an alarm', () => {
  const other = openingLog('11')

  test('[ALM-2] where an entry comes again with another hash, though no entry after it is visible', () => {
    const hidden = events(other, 9, 12) as Extract<LogMessage, { kind: 'events' }>
    const entries = (hidden.body.entries as VisibleEntry[]).map(({ seq, hash }) => ({ seq, hash }))
    const forked = { ...hidden, body: { ...hidden.body, entries } } as LogMessage
    expect(read([events(log, 1, 9), forked, events(log, 10, 12)])).toEqual(['1-9', 'forked 9'])
  })

  test('[ALM-2] in another epoch, unless it has all that was seen', () => {
    // The first entry has no salt, and is the same in both.
    expect(read([events(log, 1, 9), events(other, 1, 9, { epoch: 'B' })])).toEqual(['1-9', 'forked 2'])
    const same = [events(log, 1, 9), events(log, 1, 12, { epoch: 'B' })]
    expect(read(same)).toEqual(['1-9', 'reset', '1-12'])
    const snapshotOfOther: LogMessage = { kind: 'snapshot', body: snapshot(other, 9, { epoch: 'B' }) }
    expect(read([events(log, 1, 9), snapshotOfOther])).toEqual(['1-9', 'snapshot 9'])
  })

  test('[ALM-3] where another epoch ends before what was seen; in the same one a message may be late', () => {
    expect(read([events(log, 1, 9), events(log, 1, 5, { epoch: 'B', head: 5 })])).toEqual([
      '1-9',
      'shorter 9',
    ])
    const late = [events(log, 1, 9), events(log, 1, 5, { head: 5 }), events(log, 10, 10)]
    expect(read(late)).toEqual(['1-9', '10-10'])
  })

  test('[ALM-5] where a restored backup lacks what it says it kept, and nowhere else', () => {
    const kept = restoredEpoch('A', 5, 'f1')
    const forged = log.map((entry, index) => (index < 4 ? entry : (other[index] ?? entry)))
    expect(read([events(log, 1, 9), events(forged, 1, 9, { epoch: kept })])).toEqual(['1-9', 'forked 5'])
    expect(read([events(log, 1, 9), events(log, 1, 4, { epoch: kept, head: 4 })])).toEqual([
      '1-9',
      'shorter 5',
    ])
    const honest = [events(log, 1, 9), events(log, 1, 5, { epoch: kept }), events(log, 6, 12)]
    expect(read(honest)).toEqual(['1-9', 'restored to 5 of 9', '1-5'])
    // Restored again before this client saw the first restored log.
    const twice = restoredEpoch(kept, 7, 'f2')
    expect(read([events(log, 1, 9), events(log, 1, 7, { epoch: twice })])).toEqual([
      '1-9',
      'restored to 5 of 9',
      '1-7',
    ])
    expect([keptOf('A', twice), keptOf(kept, twice), keptOf('B', twice), keptOf('A', 'A~x~y')]).toEqual([
      5,
      7,
      null,
      null,
    ])
  })

  test('[ALM-6] where the log contradicts what was seen before the page was loaded', () => {
    const remembered = { epoch: 'A', seq: 9, hash: log[8]?.hash ?? '' }
    const signals = (message: LogMessage) =>
      readMessage(startOfLog(session, '', seenLog(remembered)), message).signals.map(word)
    expect(signals(events(log, 1, 12))).toEqual(['1-12'])
    expect(signals(events(other, 1, 12))).toEqual(['forked 9'])
    expect(signals(events(log, 1, 9, { epoch: restoredEpoch('A', 9, 'f') }))).toEqual([
      'restored to 9 of 9',
      '1-9',
    ])
    expect(signals(events(log, 1, 5, { epoch: 'B', head: 5 }))).toEqual(['shorter 9'])
  })
})

describe('the hash chain', () => {
  test('[EVT-3] breaks at a changed entry, and nothing after it is emitted', () => {
    const forged = log.map((entry) =>
      entry.seq === 5 ? { ...entry, at: '2020-01-01T00:00:00.000Z' } : entry,
    )
    const opener = { viewer: { role: 'system', unitCode: null, seesSupervisor: true } } as const
    expect(read([events(forged, 1, 8, opener), events(log, 5, 8, opener)])).toEqual(['1-4', 'broken 5'])
  })

  test('[EVT-3] breaks at a replaced entry, even one with a valid hash', () => {
    const other = openingLog('11')
    const swapped = log.map((entry, index) => (index === 30 ? (other[index] ?? entry) : entry))
    expect(read([events(swapped, 1, 40)])).toEqual(['1-30', 'broken 31'])
  })

  test('[HID-1] continues over a hidden entry by its hash', () => {
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

  test('[HID-2] breaks at a revealed private field that differs from its commitment', () => {
    const system = { viewer: { role: 'system', unitCode: null, seesSupervisor: true } } as const
    const sealed = log.findIndex((entry) => entry.type === 'BidImported')
    const forged = log.map((entry, index) =>
      index === sealed ? { ...entry, private: { figures: { salt: '00', value: { price: '1.00' } } } } : entry,
    )
    expect(read([events(forged, 1, log.length, system)])).toEqual([`1-${sealed}`, `broken ${sealed + 1}`])
  })
})

describe('a snapshot', () => {
  test('[SNP-2] moves the position when it is ahead, and its hash is continued', () => {
    const messages = [events(log, 1, 3), far(20), events(log, 4, 9), events(log, 21, 25)]
    expect(read(messages)).toEqual(['1-3', 'to 20', '21-25'])
  })

  test('[SNP-2] is dropped when it is not ahead', () => {
    expect(read([events(log, 1, 9), far(9), far(4), events(log, 10, 11)])).toEqual(['1-9', '10-11'])
  })

  test('[SNP-2] of another epoch starts over', () => {
    const other = openingLog('11')
    const first: LogMessage = { kind: 'snapshot', body: snapshot(other, 5, { epoch: restored }) }
    const messages = [events(log, 1, 9), first, far(20), events(other, 6, 8, { epoch: restored })]
    expect(read(messages)).toEqual(['1-9', 'restored to 0 of 9', 'to 5', '6-8'])
  })

  test('[SNP-2] breaks the chain when the next entry does not continue its hash', () => {
    const other = openingLog('11')
    expect(read([far(30), events(other, 31, 40)])).toEqual(['to 30', 'broken 31'])
  })

  test('[SNP-2] does not repair a broken chain', () => {
    const other = openingLog('11')
    const swapped = log.map((entry, index) => (index === 20 ? (other[index] ?? entry) : entry))
    expect(read([events(swapped, 1, 25), far(30)])).toEqual(['1-20', 'broken 21'])
  })

  test('[SNP-2] with the entries after it folds to the same state as the whole log', () => {
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
              if (signal.kind === 'batch') for (const entry of signal.entries) applyEntry(state, entry)
            }
          })
        expect(state).toEqual(foldFor(viewer, log))
      }
    }
  })
})

describe('the steps', () => {
  test('batches carry the head at which the log was joined', () => {
    const steps: (number | undefined)[] = []
    from([events(log, 1, 2, { head: 7 }), events(log, 3, 9, { head: 9 })])
      .pipe(orderLog(startOfLog(session)))
      .subscribe(({ signals }) => {
        for (const signal of signals) if (signal.kind === 'batch') steps.push(signal.joinedAt)
      })
    expect(steps).toEqual([7, 7])
  })

  test('each message yields its step at once', () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
    scheduler.run(({ cold, expectObservable }) => {
      const messages$ = cold('a-c--b-|', {
        a: events(log, 1, 2),
        b: events(log, 3, 3),
        c: events(log, 4, 4),
      })
      const seq$ = messages$.pipe(
        orderLog(startOfLog(session)),
        map((step) => step.position.seq),
      )
      expectObservable(seq$).toBe('a-c--b-|', { a: 2, b: 3, c: 2 })
    })
  })

  test('[SNP-2] a snapshot yields a step, and late entries before it yield no signals', () => {
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
        map((step) => `${step.position.seq} ${step.signals.map(({ kind }) => kind)}`),
      )
      const expected = { a: '2 batch', s: '20 snapshot', b: '20 ', d: '22 batch' }
      expectObservable(steps$).toBe('a-s-b-d|', expected)
    })
  })
})
