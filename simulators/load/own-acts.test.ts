import { expect, it } from 'vitest'
import type { Entry } from '#domain/log/entry.ts'
import { findActs } from './own-acts.ts'

const log = [
  entry(1, 'FileKeyHandedOver', 'A', 'a1'),
  entry(2, 'FileKeyHandedOver', 'B', 'b1'),
  { seq: 3, hash: '' },
  entry(4, 'OverviewConfirmed', 'A', 'a2'),
]

it('finds nothing wrong where every act is there once, at its place', () => {
  const acknowledged = [
    { id: 'a1', seq: 1 },
    { id: 'a2', seq: 4 },
  ]
  const acts = [{ unitCode: 'A', entries: ['FileKeyHandedOver', 'OverviewConfirmed'], acknowledged }]
  expect(findActs(log, acts)).toEqual([])
})

it('names acts that are missing, doubled, or not where they were acknowledged', () => {
  const doubled = [...log, entry(5, 'FileKeyHandedOver', 'A', 'a3')]
  expect(
    findActs(doubled, [
      { unitCode: 'A', entries: ['FileKeyHandedOver'], acknowledged: [{ id: 'a1', seq: 1 }] },
      {
        unitCode: 'B',
        entries: ['FileKeyHandedOver', 'RecordSigned'],
        acknowledged: [
          { id: 'b1', seq: 4 },
          { id: 'b2', seq: 9 },
        ],
      },
    ]),
  ).toEqual([
    'A: FileKeyHandedOver is 2 times in the log',
    'B: entry 4 was acknowledged and is not there',
    'B: entry 9 was acknowledged and is not there',
    'B: RecordSigned is 0 times in the log',
  ])
})

function entry(seq: number, type: Entry['type'], bidderCode: string, commandId: string): Entry {
  const at = '2026-05-01T01:00:00.000Z'
  const nothing = {
    version: 1,
    at,
    actor: '',
    role: '',
    commitments: {},
    private: {},
    previous: '',
    hash: '',
  }
  return { ...nothing, seq, type, commandId, payload: { bidderCode } }
}
