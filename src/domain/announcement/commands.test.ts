import { describe, test } from 'vitest'
import { given } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { agency, bidderCode, figuresOf, fileId, opener } from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'

describe('EnterAnnouncement', () => {
  const command: Command = { type: 'EnterAnnouncement', payload: {} }

  test('[ANN-2] [ANN-3] makes the figures of every opened bid public at once', () => {
    given(...histories.opened())
      .when(command)
      .then(...histories.announcements)
  })

  test('[ANN-3] announces no failed bid', () => {
    const failed = event('BidFailed', {
      bidderCode: bidderCode(1),
      fileId: fileId(1),
      kind: 'revoked',
      cause: 'time-out',
    })
    const closed = event('DecryptionClosed', { cause: 'time-out' })
    given(...histories.decrypting(), ...histories.opening(2), closed, failed)
      .when(command)
      .then(
        event('AnnouncementStarted', { bidderCount: 2 }),
        event('BidAnnounced', { bidderCode: bidderCode(2), figures: figuresOf(2) }),
      )
  })

  test.each([0, 4] as const)(
    '[ANN-5] discloses the figures and goes on to the end for bid style %d',
    (bidStyle) => {
      given(...histories.opened({ bidStyle }))
        .when(command)
        .then(...histories.announcements, event('EndEntered', {}))
    },
  )

  test('[ANN-11] discloses nothing where rows become public as they are read', () => {
    given(...histories.opened())
      .when(command, { rules: { announcementRows: 'as-read' } })
      .then(event('AnnouncementStarted', { bidderCount: 2 }))
  })
})

describe('EnterAnnouncement again', () => {
  const command: Command = { type: 'EnterAnnouncement', payload: {} }

  test('changes nothing the second time', () => {
    given(...histories.announced())
      .when(command)
      .then()
  })

  test('[ANN-1] needs step 2, the decryption command and every file opened or failed', () => {
    given(...histories.submitted())
      .when(command)
      .thenRejected('enter-opening-first')
    given(...histories.entered())
      .when(command)
      .thenRejected('decryption-not-issued')
    given(...histories.decrypting(), ...histories.opening(1))
      .when(command)
      .thenRejected('imports-pending', { count: 1 })
  })

  test('[ANN-4] sets flow back to 15 when its check fails after the announcement', () => {
    given(...histories.decrypting(), ...histories.announcements)
      .when(command)
      .then(event('FlowReset', { flow: 15 }))
  })

  test('is for the opener only', () => {
    given(...histories.opened())
      .when(command, { as: agency })
      .thenRejected('forbidden')
    given(...histories.opened())
      .when(command, { as: { ...opener, unitCode: 'another agency' } })
      .thenRejected('forbidden')
  })
})
