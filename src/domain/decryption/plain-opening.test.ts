import { describe, expect, test } from 'vitest'
import { given, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidder,
  bidderCode,
  commercialId,
  commercialSubmission,
  decryption,
  figuresOf,
  fileId,
  ids,
  minute,
  names,
  opener,
  platform,
  settlement,
  submission,
  twoFiles,
} from '#test/domain/sample-actors.ts'
import { openingOf, recorded, startSession } from '#test/domain/session.ts'
import { openingTime, rules, tender } from '#test/support/sample-tender.ts'
import { announcementProblem } from '../announcement/announcement-problem.ts'
import { applyEntry } from '../log/entry.ts'
import { type Actor, systemActor } from '../session/actor.ts'
import type { Command } from '../session/command.ts'
import { nextDue } from '../session/due.ts'
import { event } from '../session/event.ts'
import { initial, type SessionState } from '../session/state.ts'
import { warningsOf } from '../session/warnings.ts'

const plain = { encrypted: false } as const
const enter: Command = { type: 'EnterBidOpening', payload: {} }
const start: Command = { type: 'StartDecryption', payload: { limitMinutes: 30 } }
const importing = [...histories.entered(plain), histories.frozen, event('BidImportStarted', {})]

function importOf(n: number) {
  const bid = { bidderCode: bidderCode(n), fileId: fileId(n), documentCount: 1 }
  return event('BidImported', bid, {
    figures: figuresOf(n),
    documents: [{ name: '技术标.pdf', size: 1024 }],
  })
}

describe('entering step 2 without bid encryption', () => {
  test('[DEC-15] freezes every bid and starts the import without a command', () => {
    given(...histories.submitted(plain), histories.personInfo)
      .when(enter)
      .then(event('BidOpeningEntered', {}), histories.frozen, event('BidImportStarted', {}))
    given(...importing)
      .when(start)
      .thenRejected('bids-not-encrypted')
  })

  test('is refused before the opening time, and no file is opened', () => {
    given(...histories.submitted(plain), histories.personInfo)
      .when(enter, { at: openingTime - 1 })
      .thenRejected('opening-step-too-early')
    given(...histories.submitted(plain))
      .when(settlement(1), { as: systemActor })
      .thenRejected('wrong-status', { status: 'not-opened' })
  })

  test('starts no import where there are no bids', () => {
    given(...histories.enrolled(plain), histories.personInfo)
      .when(enter)
      .then(event('BidOpeningEntered', {}))
  })
})

describe('the import of unencrypted bid files', () => {
  test('[DEC-15] opens all files at once, with no deadline and no warnings', () => {
    const state = stateAfter(importing)
    expect(state).toMatchObject({ status: 'opening', decryption: { deadline: null, closed: false } })
    expect(state.bidders[bidderCode(1)]?.files.technical?.file).toMatchObject({
      status: 'opening',
      method: 'none',
    })
    expect(nextDue(state)).toBeNull()
    expect(warningsOf(state)).toEqual([])
    expect(announcementProblem(state)).toEqual({ code: 'imports-pending', params: { count: 2 } })
  })

  test('[DEC-15] takes no key, and has no window to extend or close', () => {
    given(...importing)
      .when(decryption(1))
      .thenRejected('bids-not-encrypted')
    given(...importing)
      .when({ type: 'ExtendDecryption', payload: { minutes: 5 } })
      .thenRejected('bids-not-encrypted')
    given(...importing)
      .when({ type: 'CloseDecryption', payload: { health: null } }, { at: present + 600 * minute })
      .then()
  })

  test('imports each file when it is opened; the last one ends the import', () => {
    given(...importing)
      .when(settlement(2))
      .then(importOf(2))
    given(...importing, importOf(2))
      .when(settlement(1))
      .then(importOf(1), event('DecryptionClosed', { cause: 'import-ended' }))
    const state = stateAfter([...importing, importOf(1)])
    expect(state.bidders[bidderCode(1)]?.files.technical?.file).toMatchObject({
      status: 'imported',
      method: 'none',
    })
  })

  test('fails a bid at once with its cause when a file does not open', () => {
    const failed = { bidderCode: bidderCode(1), fileId: fileId(1) }
    given(...importing)
      .when(settlement(1, 'damaged-file'))
      .then(event('BidFailed', { ...failed, kind: 'withdrawn', cause: 'damaged-file' }))
    given(...importing)
      .when(settlement(1, { price: 'none' }))
      .then(event('BidFailed', { ...failed, kind: 'revoked', cause: 'bad-content' }))
    const others = [importOf(2)]
    given(...importing, ...others)
      .when(settlement(1, 'damaged-file'))
      .then(
        event('BidFailed', { ...failed, kind: 'withdrawn', cause: 'damaged-file' }),
        event('DecryptionClosed', { cause: 'import-ended' }),
      )
  })
})

test('without bid encryption the second envelope stays sealed until it is called and step 2 is entered again', () => {
  const session = startSession()
  let now = openingTime - 30 * minute
  const must = (command: Command, actor: Actor) => {
    now += 1000
    expect(session.ask(command, actor, now), command.type).toMatchObject({ ok: true })
  }
  const commercial = (state: SessionState) => state.bidders[bidderCode(1)]?.files.commercial?.file
  must({ type: 'PublishTender', payload: { tender: tender({ ...twoFiles, ...plain }) } }, platform)
  must(
    { type: 'EnrolBidder', payload: { bidderCode: bidderCode(1), name: '投标人1', certificate: 'c' } },
    platform,
  )
  must({ type: 'SubmitBid', payload: submission(1) }, bidder(1))
  must({ type: 'SubmitBid', payload: commercialSubmission(1) }, bidder(1))
  now = openingTime
  must({ type: 'RecordPersonInfo', payload: { names, ids } }, opener)
  must(enter, opener)
  must(settlement(1, { days: '30', manager: '张' }), systemActor)
  expect(commercial(session.state)).toEqual({ status: 'sealed' })
  must({ type: 'EnterAnnouncement', payload: {} }, opener)
  must({ type: 'EnterEnd', payload: { cutShortReason: '测试' } }, opener)
  must({ type: 'StartConfirmation', payload: { limitMinutes: 1 } }, opener)
  now += 2 * minute
  must({ type: 'CloseConfirmation', payload: {} }, systemActor)
  must({ type: 'StartSigning', payload: { limitMinutes: 1 } }, opener)
  now += 2 * minute
  must({ type: 'CloseSigning', payload: {} }, systemActor)
  must({ type: 'ConfirmSigning', payload: {} }, opener)
  must({ type: 'EndOpening', payload: {} }, opener)
  expect(commercial(session.state)).toEqual({ status: 'sealed' })
  must({ type: 'CallSecondEnvelope', payload: {} }, platform)
  expect(commercial(session.state)).toEqual({ status: 'sealed' })
  must(enter, opener)
  expect(commercial(session.state)).toMatchObject({ status: 'opening', method: 'none' })
  must(settlement(1, { price: '12.50' }, commercialId(1)), systemActor)
  expect(session.state.decryption).toMatchObject({ closed: true, cause: 'import-ended' })
  expect(rules.personInfoRequired).toBe(true)
})

test('a TenderPublished entry before version 4 always means encrypted bids', () => {
  const { entries } = openingOf([], 'submitted', plain)
  const [published] = entries
  if (published?.type !== 'TenderPublished') throw new Error('no tender')
  const folded = (version: number) => {
    const state = initial()
    applyEntry(state, { ...published, version })
    return state.tender?.encrypted
  }
  expect(folded(3)).toBe(true)
  expect(folded(4)).toBe(false)
  expect(recorded([], event('TenderPublished', { tender: tender(plain) }), platform, '').version).toBe(4)
})
