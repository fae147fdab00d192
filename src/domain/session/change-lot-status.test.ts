import { describe, expect, test } from 'vitest'
import { epochOf, isoTime } from '#lib/time.ts'
import { given, stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import { opener, platform } from '#test/domain/world.ts'
import type { Command } from './command.ts'
import { event } from './event.ts'
import { haltOf, type LotStatus } from './lot.ts'

const change = (lot: LotStatus): Command => ({ type: 'ChangeLotStatus', payload: { lot } })
const changed = (lot: LotStatus) => event('LotStatusChanged', { lot })
const announce: Command = { type: 'EnterAnnouncement', payload: {} }

describe('ChangeLotStatus', () => {
  test('is the platform’s to say, once', () => {
    given(...story.entered())
      .when(change('paused'), { as: platform })
      .then(changed('paused'))
    given(...story.entered(), changed('paused'))
      .when(change('paused'), { as: platform })
      .then()
    given(...story.entered())
      .when(change('paused'), { as: opener })
      .thenRejected('forbidden')
  })

  test('a failed lot is a failed section, for good', () => {
    expect(stateAfter([...story.entered(), changed('failed')]).status).toBe('failed')
    given(...story.entered(), changed('failed'))
      .when(change('open'), { as: platform })
      .thenRejected('flow-terminated')
  })
})

test.each([
  ['failure-pending', 'failure-pending'],
  ['stopped', 'flow-terminated'],
  ['paused', 'lot-paused'],
] as const)('while %s nothing goes on, and it is said why', (lot, code) => {
  given(...story.opened(), changed(lot))
    .when(announce)
    .thenRejected(code)
  given(...story.opened(), changed(lot))
    .when({ type: 'PostMessage', payload: { message: '请稍候' } })
    .then(event('MessagePosted', { message: '请稍候', name: '王主持' }))
  expect(haltOf(lot)).toBe(code)
})

test('windows wait while the lot is halted, and have left afterwards what they had left before', () => {
  const { decryption: before, halts } = stateAfter(story.decrypting())
  const at = (time: number) => isoTime(epochOf(before?.deadline ?? '') + time)
  const minute = 60_000
  const history = (pausedAt: number) => [
    ...story.decrypting(),
    { event: changed('paused'), at: at(pausedAt) },
    { event: changed('stopped'), at: at(pausedAt + minute) },
    { event: changed('open'), at: at(pausedAt + 60 * minute) },
  ]
  const after = stateAfter(history(-5 * minute))
  expect(after.decryption).toEqual({ ...before, deadline: at(60 * minute) })
  expect([halts, after.halts]).toEqual([[], [{ from: at(-5 * minute), to: at(55 * minute) }]])
  // Nothing was left: it is closed as soon as the lot goes on.
  expect(stateAfter(history(minute)).decryption).toEqual(before)
})

test('a lot that is open again goes on', () => {
  const history = [...story.opened(), changed('paused'), changed('open')]
  expect(haltOf(stateAfter(history).lot)).toBeNull()
  given(...history)
    .when({ type: 'MarkBid', payload: { bidderCode: 'B0001', invalid: true, note: 'x' } })
    .then(event('BidMarked', { bidderCode: 'B0001', invalid: true, note: 'x' }))
})
