import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import {
  bidder,
  bidderCode,
  decryption,
  fileId,
  ids,
  minute,
  names,
  objectionId,
  openingTime,
  signatureOf,
} from '#test/domain/world.ts'
import type { Command } from '../command.ts'
import { event } from '../event.ts'
import { finishProblem } from './ending.ts'

const end: Command = { type: 'EndOpening', payload: {} }
const call: Command = { type: 'CallSecondEnvelope', payload: {} }
const late = { at: openingTime + 300 * minute }

describe('the end of a double envelope', () => {
  test('ends the first envelope only: the section waits to be opened again', () => {
    given(...story.doubled(story.signingConfirmed()))
      .when(end)
      .then(event('EnvelopeEnded', {}))
    const state = stateAfter(story.firstEnvelopeEnded())
    expect(state).toMatchObject({ status: 'to-be-opened', endedAt: null, stage: { number: 1 } })
    expect(state.stage.firstEndedAt).not.toBeNull()
  })

  test('is not said twice before the second envelope is called', () => {
    given(...story.firstEnvelopeEnded())
      .when(end)
      .thenRejected('envelope-ended')
    expect(finishProblem(stateAfter(story.firstEnvelopeEnded()))?.code).toBe('envelope-ended')
  })

  test('ends the opening with the second', () => {
    given(...story.secondEnvelopeCalled())
      .when(end)
      .then(event('OpeningEnded', {}))
  })

  test('ends the opening at once where there is one envelope', () => {
    given(...story.signingConfirmed())
      .when(end)
      .then(event('OpeningEnded', {}))
  })
})

describe('CallSecondEnvelope', () => {
  test('follows the first envelope’s end', () => {
    given(...story.firstEnvelopeEnded())
      .when(call)
      .then(event('SecondEnvelopeCalled', {}))
    expect(stateAfter(story.secondEnvelopeCalled()).stage.number).toBe(2)
  })

  test('changes nothing the second time', () => {
    given(...story.secondEnvelopeCalled())
      .when(call)
      .then()
  })

  test('has no place before, nor where there is one envelope', () => {
    given(...story.doubled(story.signed()))
      .when(call)
      .thenRejected('wrong-status', { status: 'opening' })
    given(...story.ended())
      .when(call)
      .thenRejected('opening-ended')
  })
})

const commands: Command[] = [
  { type: 'RecordPersonInfo', payload: { names, ids } },
  { type: 'EnterBidOpening', payload: {} },
  { type: 'StartDecryption', payload: { limitMinutes: 30 } },
  decryption(1),
  {
    type: 'DecryptBid',
    payload: { fileId: fileId(1), method: 'file-key', outcome: { ok: false, cause: 'wrong-key' } },
  },
  { type: 'MarkBid', payload: { bidderCode: bidderCode(1), invalid: true, note: '无效' } },
  { type: 'EnterAnnouncement', payload: {} },
  { type: 'EnterEnd', payload: {} },
  { type: 'StartConfirmation', payload: { limitMinutes: 10 } },
  { type: 'ConfirmOverview', payload: { signature: signatureOf(1), overviewHash: '' } },
  { type: 'RemarkBid', payload: { bidderCode: bidderCode(1), remark: '备注' } },
  { type: 'RecordRemarks', payload: { remarks: '备注' } },
  { type: 'StartSigning', payload: { limitMinutes: 15 } },
  { type: 'ExtendSigning', payload: { minutes: 5 } },
  { type: 'SignRecord', payload: { signature: signatureOf(1), recordHash: '' } },
  { type: 'ConfirmSigning', payload: {} },
]

describe('what the first envelope’s opening found stands', () => {
  test.each(commands.map((command) => [command.type, command] as const))(
    '%s is refused',
    (_type, command) => {
      given(...story.firstEnvelopeEnded())
        .when(command, late)
        .thenRejected('envelope-ended')
      given(...story.secondEnvelopeCalled())
        .when(command, late)
        .thenRejected('second-envelope-not-ready')
    },
  )

  test('people still come, read and write', () => {
    for (const history of [story.firstEnvelopeEnded(), story.secondEnvelopeCalled()]) {
      given(...history)
        .when({ type: 'PostMessage', payload: { message: '评标进行中' } })
        .then(event('MessagePosted', { message: '评标进行中' }))
      given(...history, story.objection(1), story.reply(1))
        .when({ type: 'MarkObjectionRead', payload: { objectionId: objectionId(1) } })
        .then(story.readReply(1))
      const entered = { role: 'bidder', bidderCode: bidderCode(3), name: '投标人3' }
      given(...history)
        .when({ type: 'EnterSession', payload: { address: '10.0.0.9' } }, { as: bidder(3), ...late })
        .then(event('ParticipantEntered', entered, { address: '10.0.0.9' }))
    }
  })
})
