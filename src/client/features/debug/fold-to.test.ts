import { expect, test } from 'vitest'
import { genesisHash, recordEntry, type VisibleEntry } from '#domain/entry.ts'
import { event } from '#domain/event.ts'
import { foldTo, shortened } from './fold-to.ts'

const log: VisibleEntry[] = ['B1', 'B2', 'B3'].map((bidderCode, index) =>
  recordEntry(
    event('BidderEnrolled', { bidderCode, name: bidderCode, certificate: '' }),
    {
      seq: index + 1,
      at: '2026-01-01T00:00:00.000Z',
      actor: 'p',
      role: 'platform',
      commandId: `${index}`,
      previous: genesisHash('s'),
    },
    () => '00',
  ),
)

test('the slider shows the state of its moment', () => {
  expect(foldTo(log, 0)?.order).toEqual([])
  expect(foldTo(log, 2)?.order).toEqual(['B1', 'B2'])
})

test('there is no state to show where entries before it are not known', () => {
  expect(foldTo(log.slice(1), 3)).toBeNull()
  expect(foldTo(log, 4)).toBeNull()
})

test('long lists and records are cut and say by how much', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`B${index}`, index]))
  expect(shortened([1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, '… 1 more'])
  expect(shortened({ bidders: many })).toMatchObject({ bidders: { B0: 0, '…': '45 more' } })
})
