import { expect, it } from 'vitest'
import { mergeRecordings, type Recording } from './recorder.ts'

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
    lag: 3,
  }
  const other: Recording = {
    series: new Map([['command', new Map([[1, 1]])]]),
    delivery: new Map([[6, new Map([[5, 1]])]]),
    connected: [],
    lag: 9,
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
  expect(merged.lag).toBe(9)
})

function recording(connected: Recording['connected']): Recording {
  return { series: new Map(), delivery: new Map(), connected, lag: 0 }
}
