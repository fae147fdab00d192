import { describe, expect, test } from 'vitest'
import { epochOf, isoTime } from '#lib/time.ts'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { opener, platform } from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { haltOf, type LotStatus } from '../session/lot.ts'

const change = (lot: LotStatus): Command => ({ type: 'ChangeLotStatus', payload: { lot } })
const changed = (lot: LotStatus) => event('LotStatusChanged', { lot })
const announce: Command = { type: 'EnterAnnouncement', payload: {} }

describe('ChangeLotStatus', () => {
  test('is accepted from the platform, and changes nothing when repeated', () => {
    given(...histories.entered())
      .when(change('paused'), { as: platform })
      .then(changed('paused'))
    given(...histories.entered(), changed('paused'))
      .when(change('paused'), { as: platform })
      .then()
    given(...histories.entered())
      .when(change('paused'), { as: opener })
      .thenRejected('forbidden')
  })

  test('[SES-3] a failed lot makes the section 已流标 for good', () => {
    expect(stateAfter([...histories.entered(), changed('failed')]).status).toBe('failed')
    given(...histories.entered(), changed('failed'))
      .when(change('open'), { as: platform })
      .thenRejected('flow-terminated')
  })
})

test.each([
  ['failure-pending', 'failure-pending'],
  ['stopped', 'flow-terminated'],
  ['paused', 'lot-paused'],
] as const)('[SES-9] while %s commands are refused with the reason', (lot, code) => {
  given(...histories.opened(), changed(lot))
    .when(announce)
    .thenRejected(code)
  given(...histories.opened(), changed(lot))
    .when({ type: 'PostMessage', payload: { message: '请稍候' } })
    .then(event('MessagePosted', { message: '请稍候', name: '王主持' }))
  expect(haltOf(lot)).toBe(code)
})

test('[SES-10] after a halt windows have the time left that they had before', () => {
  const { decryption: before, halts } = stateAfter(histories.decrypting())
  const at = (time: number) => isoTime(epochOf(before?.deadline ?? '') + time)
  const minute = 60_000
  const history = (pausedAt: number) => [
    ...histories.decrypting(),
    { event: changed('paused'), at: at(pausedAt) },
    { event: changed('stopped'), at: at(pausedAt + minute) },
    { event: changed('open'), at: at(pausedAt + 60 * minute) },
  ]
  const after = stateAfter(history(-5 * minute))
  expect(after.decryption).toEqual({ ...before, deadline: at(60 * minute) })
  expect([halts, after.halts]).toEqual([[], [{ from: at(-5 * minute), to: at(55 * minute) }]])
  // No time was left: the window is closed as soon as the lot is open again.
  expect(stateAfter(history(minute)).decryption).toEqual(before)
})

test('commands are accepted when the lot is open again', () => {
  const history = [...histories.opened(), changed('paused'), changed('open')]
  expect(haltOf(stateAfter(history).lot)).toBeNull()
  given(...history)
    .when({ type: 'MarkBid', payload: { bidderCode: 'B0001', invalid: true, note: 'x' } })
    .then(event('BidMarked', { bidderCode: 'B0001', invalid: true, note: 'x' }))
})
