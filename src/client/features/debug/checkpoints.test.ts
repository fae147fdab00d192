import { expect, test } from 'vitest'
import { noEntries } from '#client/store/entry-list.ts'
import { genesisHash, recordEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { event } from '#domain/session/event.ts'
import { initial } from '#domain/session/state.ts'
import { checkpointsOf, type KnownLog, stateAt } from './checkpoints.ts'

const length = 100_000

/** A log of the largest size; its hashes do not matter here. */
const long: KnownLog = (() => {
  let folded = 0
  const first = recordEntry(
    event('MessagePosted', { message: '0' }),
    {
      seq: 1,
      at: '2026-01-01T00:00:00.000Z',
      actor: 'o',
      role: 'opener',
      commandId: '0',
      previous: genesisHash('s'),
    },
    () => '00',
  )
  let entries = noEntries
  for (let at = 0; at < length; at += 500) {
    const frame: VisibleEntry[] = Array.from({ length: 500 }, () => {
      folded += 1
      return { ...first, seq: folded, hash: `${folded}` }
    })
    entries = entries.append(frame)
  }
  return { entries, from: 1, base: null }
})()

/** The same log, counting how many entries are read. */
function counted(): { log: KnownLog; reads: () => number } {
  let reads = 0
  const at = (index: number) => {
    reads += 1
    return long.entries.at(index)
  }
  return { log: { ...long, entries: { ...long.entries, at } }, reads: () => reads }
}

test('any state of a log of 100,000 entries is folded from fewer than 500', () => {
  const checkpoints = checkpointsOf(long)
  for (const seq of [1, 499, 500, 50_123, 99_999, length]) {
    const { log, reads } = counted()
    expect(stateAt(log, checkpoints, seq)?.seq).toBe(seq)
    expect(reads()).toBeLessThan(500)
  }
})

test('checkpoints are reused when the log grows', () => {
  const checkpoints = checkpointsOf(long)
  const { log, reads } = counted()
  expect(checkpointsOf(log, checkpoints)).toBe(checkpoints)
  expect(reads()).toBeLessThan(10)
})

test('where entries after the start are not known no moment is', () => {
  const state = { ...initial(), seq: 500 }
  for (const base of [null, state]) {
    const log: KnownLog = { ...long, entries: long.entries.latest(length - 1000), from: 1001, base }
    expect(stateAt(log, checkpointsOf(log), 2000)).toBeNull()
  }
  const log: KnownLog = { ...long, entries: long.entries.latest(length - 500), from: 501, base: state }
  expect(stateAt(log, checkpointsOf(log), 2000)?.seq).toBe(2000)
})
