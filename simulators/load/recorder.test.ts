import { expect, it } from 'vitest'
import { percentiles } from './histogram.ts'
import { createMeasurements, mergeRecordings, type Recording } from './recorder.ts'

it('adds up the latest numbers of connected clients once every process has a sample', () => {
  const merged = mergeRecordings([
    recording([
      [100, 3],
      [200, 4],
      [300, 0],
    ]),
    recording([
      [150, 10],
      [280, 9],
    ]),
  ])
  expect(merged.connected).toEqual([
    [200, 14],
    [300, 9],
  ])
})

it('adds up measurements by series and by second', () => {
  const one: Recording = {
    series: new Map([['live', new Map([[5, 2]])]]),
    delivery: new Map([[7, new Map([[5, 2]])]]),
    connected: [],
    lateness: [lateness('one')],
  }
  const other: Recording = {
    series: new Map([['command', new Map([[1, 1]])]]),
    delivery: new Map([[6, new Map([[5, 1]])]]),
    connected: [],
    lateness: [lateness('other')],
  }
  const merged = mergeRecordings([one, other, one])
  expect(merged.series).toEqual(
    new Map([
      ['live', new Map([[5, 4]])],
      ['command', new Map([[1, 1]])],
    ]),
  )
  expect([...merged.delivery]).toEqual([
    [6, new Map([[5, 1]])],
    [7, new Map([[5, 4]])],
  ])
  expect(merged.lateness.map(({ process: name }) => name)).toEqual(['one', 'other', 'one'])
})

it('leaves out what was measured in a late round and in the one after it, and counts it', () => {
  const taken = createMeasurements(0)
  const round = (at: number, milliseconds: number) => {
    taken.add('live', milliseconds)
    taken.comeRound(at)
  }
  round(10, 1)
  round(20, 1)
  // The process did not come round for 300 ms: this and what had to wait meanwhile may be its own delay.
  round(320, 250)
  round(330, 200)
  round(340, 1)
  expect(taken).toMatchObject({ measured: 5, leftOut: 2 })
  expect(percentiles(taken.series.get('live') ?? new Map())).toMatchObject({ count: 3, max: 1 })
  const delivered = [...taken.delivery.values()].map((histogram) => percentiles(histogram)?.count ?? 0)
  expect(delivered.reduce((sum, count) => sum + count, 0)).toBe(3)
})

it('a round that is a little late counts', () => {
  const taken = createMeasurements(0)
  taken.add('command', 7)
  taken.comeRound(60)
  expect(taken).toMatchObject({ measured: 1, leftOut: 0 })
  expect(taken.delivery.size).toBe(0)
})

function recording(connected: Recording['connected']): Recording {
  return { series: new Map(), delivery: new Map(), connected, lateness: [] }
}

function lateness(name: string) {
  return { process: name, p99: 1, longest: 2, measured: 3, leftOut: 0 }
}
