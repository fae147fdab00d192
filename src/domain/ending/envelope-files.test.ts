import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidder,
  bidderCode,
  commercialSubmission,
  decryption,
  fileId,
  minute,
  opener,
  submission,
  twoFiles,
} from '#test/domain/sample-actors.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import type { CommandShapes } from '../session/command.ts'
import { decide } from '../session/decide.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { submitters } from '../submission/bids.ts'

describe('files by kind', () => {
  const asked = histories.published(twoFiles)
  const both = [...asked, histories.enrolment(1), histories.enrolment(2)]
  const handIn = (n: number, payload: CommandShapes['SubmitBid']): SessionEvent => {
    const { address, hardwareSerial, ...said } = payload
    const bid = { bidderCode: bidderCode(n), ...said, replaces: null }
    return event('BidSubmitted', bid, { origin: { address, hardwareSerial } })
  }
  const early = { at: openingTime - minute }

  test('[BID-4] a file replaces only the file of its own kind', () => {
    const state = stateAfter([...both, handIn(1, submission(1)), handIn(1, commercialSubmission(1))])
    const answer = decide(
      state,
      { type: 'SubmitBid', payload: submission(1, 2) },
      { now: early.at, actor: bidder(1), rules },
    )
    expect(answer.ok && answer.value[0]?.payload).toMatchObject({ kind: 'technical', replaces: fileId(1) })
  })

  test('[BID-5] a kind that the tender does not ask for is refused, and so is the id of another file', () => {
    given(...both)
      .when({ type: 'SubmitBid', payload: { ...submission(1), kind: 'video' } }, early)
      .thenRejected('bid-file-not-asked', { kind: 'video' })
    given(...both, handIn(1, submission(1)))
      .when({ type: 'SubmitBid', payload: { ...commercialSubmission(1), fileId: fileId(1) } }, early)
      .thenRejected('unknown-file')
  })

  test('[BID-6] a bid without a required file is not counted, frozen or opened', () => {
    const history = [
      ...both,
      ...[handIn(1, submission(1)), handIn(1, commercialSubmission(1)), handIn(2, submission(2))],
      ...[histories.personInfo, event('BidOpeningEntered', {})],
    ]
    expect(submitters(stateAfter(history)).map(({ code }) => code)).toEqual([bidderCode(1)])
    const answer = decide(
      stateAfter(history),
      { type: 'StartDecryption', payload: { limitMinutes: 30 } },
      { now: openingTime, actor: opener, rules },
    )
    if (!answer.ok) throw new Error(answer.error.code)
    expect(answer.value[0]?.payload).toMatchObject({
      absent: [{ bidderCode: bidderCode(2), name: '投标人2' }],
    })
    const started = [...history, ...answer.value]
    expect(stateAfter(started).bidders[bidderCode(2)]?.files.technical?.file.status).toBe('left-out')
    given(...started)
      .when(decryption(2), { as: bidder(2) })
      .thenRejected('bid-incomplete')
  })
})
