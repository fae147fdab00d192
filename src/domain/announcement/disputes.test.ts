import { describe, expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, replyText } from '#test/domain/sample-actors.ts'
import { openStatements, statementsOf } from '../ending/statements.ts'
import type { Command } from '../session/command.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { viewState } from '../session/view-state.ts'

const { announced, confirmed, dispute, disputeReply, signing } = histories
const right = event('RowChecked', { bidderCode: bidderCode(1), answer: 'right', text: '' })

describe('ReplyDispute', () => {
  const command = (content = replyText, at = past): Command => ({
    type: 'ReplyDispute',
    payload: { bidderCode: bidderCode(1), at, content },
  })

  test('[ANN-17] the opener replies to a disputed row, from the reading until signing is ordered', () => {
    for (const history of [announced(), histories.readToEnd(), confirmed()]) {
      given(...history, dispute(1))
        .when(command(` ${replyText} `))
        .then(disputeReply(1))
    }
    given(...signing(), dispute(1))
      .when(command())
      .thenRejected('locked-by-signing')
  })

  test('[ANN-17] replies once to what a bidder disputes, in the words that the opener has read', () => {
    given(...announced())
      .when(command())
      .thenRejected('unknown-objection')
    given(...announced(), dispute(1), right)
      .when(command())
      .thenRejected('unknown-objection')
    given(...announced(), dispute(1), disputeReply(1))
      .when(command('另一答复'))
      .thenRejected('dispute-already-replied')
    given(...announced(), dispute(1))
      .when(command(replyText, '2026-03-02T01:00:00.000Z'))
      .thenRejected('dispute-changed')
    given(...announced(), dispute(1), disputeReply(1), dispute(1, '总价有误'))
      .when(command())
      .then(disputeReply(1))
  })

  test('[ANN-17] needs a text as of an objection', () => {
    given(...announced(), dispute(1))
      .when(command(' '))
      .thenRejected('inquiry-reply-missing')
    given(...announced(), dispute(1))
      .when(command('复'.repeat(1001)))
      .thenRejected('inquiry-reply-too-long', { maximum: 1000 })
  })

  test('[ANN-17] is the opener’s alone', () => {
    given(...announced(), dispute(1))
      .when(command(), { as: bidder(1) })
      .thenRejected('forbidden')
  })
})

test('[ANN-17] other bidders see neither dispute nor reply', () => {
  const state = stateAfter([...announced(), dispute(1), disputeReply(1)])
  const seen = (role: 'bidder' | 'opener' | 'supervisor', unitCode: string | null = null) =>
    viewState({ role, unitCode, seesSupervisor: true }, state).bidders[bidderCode(1)]?.rowCheck?.reply
  const reply = { content: replyText, at: past }
  for (const reads of [seen('bidder', bidderCode(1)), seen('opener'), seen('supervisor')])
    expect(reads).toEqual(reply)
  expect(seen('bidder', bidderCode(2))).toBeUndefined()
})

test('[ANN-17] a new word of the bidder takes the place of the dispute and its reply', () => {
  const disputes = (...events: SessionEvent[]) =>
    statementsOf(stateAfter([...announced(), dispute(1), disputeReply(1), ...events]))?.disputes
  const said = { bidderCode: bidderCode(1), at: past }
  expect(disputes()).toEqual([{ ...said, text: '工期有误', reply: { content: replyText, at: past } }])
  expect(disputes(dispute(1, '总价有误'))).toEqual([{ ...said, text: '总价有误' }])
  expect(disputes(right)).toEqual([])
})

test('[INQ-8] [END-28] signing waits for the replies to disputes, and fixes them', () => {
  const sign: Command = { type: 'StartSigning', payload: { limitMinutes: 15 } }
  const open = [...confirmed(), dispute(1), dispute(2)]
  expect(openStatements(stateAfter(open))).toBe(2)
  given(...open)
    .when(sign)
    .thenRejected('inquiry-replies-missing', { count: 2 })
  const replied = [...open, disputeReply(1), disputeReply(2)]
  const at = histories.signingDeadline - 15 * 60_000
  given(...replied)
    .when(sign, { at })
    .then(
      event(
        'SigningStarted',
        histories.signingStarted(isoTime(histories.signingDeadline), histories.recordOf(replied), [
          ...[1, 2].map((n) => histories.repliedDispute(n, past)),
        ]),
      ),
    )
})
