import { describe, test } from 'vitest'
import { given } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'

describe('EnterEnd', () => {
  const command: Command = { type: 'EnterEnd', payload: {} }

  const cutShort = (cutShortReason: string): Command => ({ type: 'EnterEnd', payload: { cutShortReason } })

  test('follows the announcement', () => {
    given(...histories.readToEnd())
      .when(command)
      .then(event('EndEntered', {}))
  })

  test('[END-17] waits for the end of the reading, also where it was never started', () => {
    given(...histories.announced())
      .when(command)
      .thenRejected('announce-first')
    given(...histories.reading())
      .when(cutShort(''))
      .thenRejected('announce-first')
  })

  test('[END-17] [ANN-12] a reason cuts the reading short, and discloses what was not read', () => {
    const entered = event('EndEntered', {})
    given(...histories.reading())
      .when(cutShort('停电'))
      .then(event('ReadingCutShort', { reason: '停电' }), entered)
    given(...histories.opened(), event('AnnouncementStarted', { bidderCount: 2 }))
      .when(cutShort('停电'))
      .then(
        event('ReadingCutShort', { reason: '停电' }),
        ...histories.announcements.filter(({ type }) => type === 'BidAnnounced'),
        entered,
      )
  })

  test('[ANN-4] sets flow back to 15 when the announcement check fails', () => {
    given(...histories.decrypting(), ...histories.announcements)
      .when(command)
      .then(event('FlowReset', { flow: 15 }))
  })

  test('changes nothing the second time', () => {
    given(...histories.atEnd())
      .when(command)
      .then()
  })

  test('[END-1] needs the announcement', () => {
    given(...histories.submitted())
      .when(command)
      .thenRejected('enter-announcement-first')
    given(...histories.opened())
      .when(command)
      .thenRejected('announce-first')
  })
})
