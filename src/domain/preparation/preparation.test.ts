import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import {
  bidder,
  bidderCode,
  ids,
  minute,
  names,
  opener,
  openingTime,
  submission,
  supervisor,
  tender,
} from '#test/domain/world.ts'
import { event } from '../session/event.ts'

describe('PublishTender', () => {
  const command = { type: 'PublishTender', payload: { tender: tender() } } as const

  test('begins the log', () => {
    given()
      .when(command)
      .then(event('TenderPublished', { tender: tender() }))
  })

  test('[TEN-1] happens once', () => {
    given(...story.published())
      .when(command)
      .thenRejected('already-published')
  })
})

describe('before the tender is published', () => {
  test('[TEN-1] nothing else can be asked', () => {
    const enrolment = { bidderCode: bidderCode(1), name: '甲', certificate: 'pem' }
    given().when({ type: 'EnrolBidder', payload: enrolment }).thenRejected('not-published')
    given().when({ type: 'EnterBidOpening', payload: {} }).thenRejected('not-published')
  })
})

describe('EnrolBidder', () => {
  const payload = { bidderCode: bidderCode(4), name: '投标人4', certificate: 'certificate-of-4' }

  test('makes the bidder known', () => {
    given(...story.enrolled())
      .when({ type: 'EnrolBidder', payload })
      .then(event('BidderEnrolled', payload))
  })

  test('happens once per bidder', () => {
    given(...story.enrolled(), story.enrolment(4))
      .when({ type: 'EnrolBidder', payload })
      .thenRejected('already-enrolled')
  })

  test('takes a code that every object has a property of', () => {
    const odd = { ...payload, bidderCode: 'constructor' }
    given(...story.enrolled())
      .when({ type: 'EnrolBidder', payload: odd })
      .then(event('BidderEnrolled', odd))
  })
})

describe('SubmitBid', () => {
  const command = { type: 'SubmitBid', payload: submission(1) } as const
  const lastMoment = { at: openingTime - 1 }

  test('[BID-3] takes a sealed bid until the opening time', () => {
    given(...story.enrolled())
      .when(command, lastMoment)
      .then(story.submissionOf(1))
  })

  test('[BID-4] lets a later bid replace the earlier one', () => {
    given(...story.submitted())
      .when({ type: 'SubmitBid', payload: submission(1, 2) }, lastMoment)
      .then(story.submissionOf(1, 2))
  })

  test('[BID-3] is refused from the opening time on', () => {
    given(...story.enrolled())
      .when(command, { at: openingTime })
      .thenRejected('submission-closed')
  })

  test('is refused to whoever is not enrolled', () => {
    given(...story.enrolled())
      .when(command, { ...lastMoment, as: bidder(9) })
      .thenRejected('not-enrolled')
    given(...story.enrolled())
      .when(command, { ...lastMoment, as: { ...bidder(1), unitCode: 'constructor' } })
      .thenRejected('not-enrolled')
  })
})

describe('EnterSession', () => {
  const command = { type: 'EnterSession', payload: { address: '10.0.0.7' } } as const
  const secret = { address: '10.0.0.7' }

  test('records who came, a bidder by their code', () => {
    given(...story.enrolled())
      .when(command, { as: bidder(2) })
      .then(
        event('ParticipantEntered', { role: 'bidder', bidderCode: bidderCode(2), name: '投标人2' }, secret),
      )
    given(...story.enrolled())
      .when(command, { as: supervisor })
      .then(event('ParticipantEntered', { role: 'supervisor', bidderCode: null, name: '陈监督' }, secret))
  })

  test('[PRE-1] is said once per account', () => {
    const entered = event(
      'ParticipantEntered',
      { role: 'opener', bidderCode: null, name: opener.name },
      secret,
    )
    given(...story.enrolled(), { event: entered, actor: opener })
      .when(command)
      .then()
  })

  test('[SES-17] makes a supervisor who comes the recorded one, in place of one who came before', () => {
    const comes = (name: string) =>
      event('ParticipantEntered', { role: 'supervisor', bidderCode: null, name }, secret)
    const state = stateAfter([
      ...story.enrolled(),
      { event: comes('陈监督'), actor: supervisor },
      { event: comes('孙监督'), actor: { ...supervisor, id: 'supervisor-2' } },
    ])
    expect(state.recordedSupervisor).toBe('孙监督')
  })

  test('[PRE-1] opens with the lead time, not before', () => {
    const start = openingTime - 30 * minute
    given(...story.enrolled())
      .when(command, { at: start - 1 })
      .thenRejected('opening-time-not-reached', { leadMinutes: 30 })
    given(...story.enrolled())
      .when(command, { at: start - 1, rules: { entryLeadMinutes: 60 } })
      .then(event('ParticipantEntered', { role: 'opener', bidderCode: null, name: '王主持' }, secret))
  })

  test('stays possible after the end', () => {
    given(...story.ended())
      .when(command, { as: supervisor })
      .then(event('ParticipantEntered', { role: 'supervisor', bidderCode: null, name: '陈监督' }, secret))
  })
})

describe('RecordPersonInfo', () => {
  test('records the names openly and the identity numbers privately', () => {
    given(...story.submitted())
      .when({ type: 'RecordPersonInfo', payload: { names, ids } })
      .then(event('PersonInfoRecorded', { names }, { ids }))
  })

  test.each(['announcer', 'recorder'] as const)('[PRE-5] asks for the %s by name and number', (person) => {
    given(...story.submitted())
      .when({ type: 'RecordPersonInfo', payload: { names: { ...names, [person]: ' ' }, ids } })
      .thenRejected('person-name-missing', { person })
    given(...story.submitted())
      .when({ type: 'RecordPersonInfo', payload: { names, ids: { ...ids, [person]: '' } } })
      .thenRejected('person-id-missing', { person })
  })

  test.each(['opener', 'announcer', 'recorder', 'supervisor'] as const)(
    '[PRE-6] refuses a false identity number of the %s',
    (person) => {
      given(...story.submitted())
        .when({
          type: 'RecordPersonInfo',
          payload: { names, ids: { ...ids, [person]: '110105194912310021' } },
        })
        .thenRejected('person-id-invalid', { person })
    },
  )

  test('[PRE-5] is closed with the call for signatures', () => {
    given(...story.signing())
      .when({ type: 'RecordPersonInfo', payload: { names, ids } })
      .thenRejected('locked-by-signing')
  })
})

describe('PostMessage', () => {
  const command = { type: 'PostMessage', payload: { message: '请各投标人做好解密准备' } } as const

  test('[PRE-16] adds a line to the log', () => {
    given(...story.submitted())
      .when(command)
      .then(event('MessagePosted', { message: '请各投标人做好解密准备', name: opener.name }))
  })

  test('[PRE-16] is over with the opening', () => {
    given(...story.ended())
      .when(command)
      .thenRejected('opening-ended')
  })
})
