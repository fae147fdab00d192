import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { biddersOf } from '#domain/submission/bids.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode } from '#test/domain/sample-actors.ts'
import { originRows } from './bidder-addresses.ts'

function submitted(n: number, address: string, hardwareSerial: string | null) {
  const { payload } = histories.submissionOf(n) as Extract<
    ReturnType<typeof histories.submissionOf>,
    { type: 'BidSubmitted' }
  >
  return { event: event('BidSubmitted', payload, { origin: { address, hardwareSerial } }), actor: bidder(n) }
}
const entered = (n: number, address: string) => ({
  event: event(
    'ParticipantEntered',
    { role: 'bidder', bidderCode: bidderCode(n), name: `投标人${n}` },
    { address },
  ),
  actor: bidder(n),
})

test('[SHL-8] equal addresses and serials of different bidders are marked, each by its own column', () => {
  const state = stateAfter([
    ...histories.enrolled(),
    submitted(1, '10.0.0.1', 'A-1'),
    submitted(2, '10.0.0.2', 'A-1'),
    submitted(3, '10.0.0.1', null),
    entered(1, '10.0.0.9'),
    entered(3, '10.0.0.1'),
  ])
  expect(originRows(biddersOf(state))).toMatchObject([
    { zbj_ip: '10.0.0.9', tbj_ip: '10.0.0.1', cdsn: 'A-1', same: ['tbj_ip', 'cdsn'] },
    { zbj_ip: null, tbj_ip: '10.0.0.2', cdsn: 'A-1', same: ['cdsn'] },
    { zbj_ip: '10.0.0.1', tbj_ip: '10.0.0.1', cdsn: null, same: ['tbj_ip'] },
  ])
})

test('unknown values are not marked as equal', () => {
  const rows = originRows(biddersOf(stateAfter(histories.enrolled())))
  expect(rows.map(({ same }) => same)).toEqual([[], [], []])
})

test('of a replaced bid the later origin counts', () => {
  const [first, second] = [submitted(1, '10.0.0.1', 'A'), submitted(1, '10.0.0.5', null)]
  const [row] = originRows(biddersOf(stateAfter([...histories.enrolled(), first, second])))
  expect(row).toMatchObject({ tbj_ip: '10.0.0.5', cdsn: null })
})
