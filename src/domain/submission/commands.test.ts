import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, submission } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import type { Viewer } from '../session/actor.ts'
import { event } from '../session/event.ts'
import { viewState } from '../session/view-state.ts'

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

  test('[BID-14] is accepted a hundred times of each bidder and kind, and refused from then on', () => {
    const often = (times: number) => Array.from({ length: times }, () => histories.submissionOf(1))
    const again = { type: 'SubmitBid', payload: submission(1, 2) } as const
    given(...histories.enrolled(), ...often(99))
      .when(again, lastMoment)
      .then(histories.submissionOf(1, 2))
    given(...histories.enrolled(), ...often(100))
      .when(again, lastMoment)
      .thenRejected('submissions-too-many', { maximum: 100 })
    given(...histories.enrolled(), ...often(100))
      .when({ type: 'SubmitBid', payload: submission(2) }, { ...lastMoment, as: bidder(2) })
      .then(histories.submissionOf(2))
    const bidFiles = [{ kind: 'technical' }, { kind: 'commercial' }] as const
    const commercial = { ...submission(1, 2), kind: 'commercial' } as const
    const { address, hardwareSerial, ...submitted } = commercial
    given(...histories.enrolled({ bidFiles: [...bidFiles] }), ...often(100))
      .when({ type: 'SubmitBid', payload: commercial }, lastMoment)
      .then(
        event(
          'BidSubmitted',
          { bidderCode: bidderCode(1), ...submitted, replaces: null },
          { origin: { address, hardwareSerial } },
        ),
      )
  })

  test('[BID-14] how often a bidder submitted is hidden from rivals, also once the bids are frozen', () => {
    const history = [...histories.submitted(), histories.submissionOf(1, 2), histories.submissionOf(1)]
    const rival: Viewer = { role: 'bidder', unitCode: bidderCode(2), seesSupervisor: true }
    const counted = (viewer: Viewer, more: typeof history) =>
      viewState(viewer, stateAfter([...history, ...more])).bidders[bidderCode(1)]?.files.technical
        ?.submissions
    for (const more of [[], [histories.frozen]]) {
      expect(counted({ ...rival, unitCode: bidderCode(1) }, more)).toBe(3)
    }
    expect(counted(rival, [])).toBeUndefined()
    expect(counted(rival, [histories.frozen])).toBeNull()
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
