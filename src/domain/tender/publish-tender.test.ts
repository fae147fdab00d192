import { describe, test } from 'vitest'
import { given } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { tender } from '#test/support/sample-tender.ts'
import { event } from '../session/event.ts'

describe('PublishTender', () => {
  const command = { type: 'PublishTender', payload: { tender: tender() } } as const

  test('begins the log', () => {
    given()
      .when(command)
      .then(event('TenderPublished', { tender: tender() }))
  })

  test('[TEN-1] is accepted once', () => {
    given(...histories.published())
      .when(command)
      .thenRejected('already-published')
  })
})

describe('before the tender is published', () => {
  test('[TEN-1] every other command is refused', () => {
    const enrolment = { bidderCode: bidderCode(1), name: '甲', certificate: 'pem' }
    given().when({ type: 'EnrolBidder', payload: enrolment }).thenRejected('not-published')
    given().when({ type: 'EnterBidOpening', payload: {} }).thenRejected('not-published')
  })
})
