import { describe, test } from 'vitest'
import { given } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, submission } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { event } from '../session/event.ts'

describe('EnrolBidder', () => {
  const payload = { bidderCode: bidderCode(4), name: '投标人4', certificate: 'certificate-of-4' }

  test('enrols the bidder', () => {
    given(...histories.enrolled())
      .when({ type: 'EnrolBidder', payload })
      .then(event('BidderEnrolled', payload))
  })

  test('is accepted once for each bidder', () => {
    given(...histories.enrolled(), histories.enrolment(4))
      .when({ type: 'EnrolBidder', payload })
      .thenRejected('already-enrolled')
  })

  test('accepts the name of an object’s property as a code', () => {
    const odd = { ...payload, bidderCode: 'constructor' }
    given(...histories.enrolled())
      .when({ type: 'EnrolBidder', payload: odd })
      .then(event('BidderEnrolled', odd))
  })
})

describe('SubmitBid', () => {
  const command = { type: 'SubmitBid', payload: submission(1) } as const
  const lastMoment = { at: openingTime - 1 }

  test('[BID-3] is accepted until the opening time', () => {
    given(...histories.enrolled())
      .when(command, lastMoment)
      .then(histories.submissionOf(1))
  })

  test('[BID-4] replaces the earlier file', () => {
    given(...histories.submitted())
      .when({ type: 'SubmitBid', payload: submission(1, 2) }, lastMoment)
      .then(histories.submissionOf(1, 2))
  })

  test('[BID-3] is refused from the opening time on', () => {
    given(...histories.enrolled())
      .when(command, { at: openingTime })
      .thenRejected('submission-closed')
  })

  test('is refused to a bidder who is not enrolled', () => {
    given(...histories.enrolled())
      .when(command, { ...lastMoment, as: bidder(9) })
      .thenRejected('not-enrolled')
    given(...histories.enrolled())
      .when(command, { ...lastMoment, as: { ...bidder(1), unitCode: 'constructor' } })
      .thenRejected('not-enrolled')
  })
})
