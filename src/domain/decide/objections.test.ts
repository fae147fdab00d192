import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import { bidder, objectionId, objectionText, replyText } from '#test/domain/world.ts'
import type { Command } from '../command.ts'
import { objectionsOf } from '../state.ts'

const objected = [...story.enrolled(), story.objection(1)]
const replied = [...objected, story.reply(1)]

const badTexts = [
  ['nothing', '', 'missing'],
  ['blanks', ' \n\t ', 'missing'],
  ['a character too many', '异'.repeat(1001), 'too-long'],
] as const

const longest = [
  ['a thousand characters', '异'.repeat(1000)],
  ['a thousand characters beyond the basic plane', '𠮷'.repeat(1000)],
] as const

describe('RaiseObjection', () => {
  const command = (content: string, n = 1): Command => ({
    type: 'RaiseObjection',
    payload: { objectionId: objectionId(n), content },
  })

  test('records what the bidder objects to, with or without a bid', () => {
    given(...story.enrolled())
      .when(command(` ${objectionText}\n`))
      .then(story.objection(1))
    given(...story.submitted())
      .when(command(objectionText, 3), { as: bidder(3) })
      .then(story.objection(3))
  })

  test('can be done again', () => {
    const again = stateAfter([...objected, story.objection(2, '其二')])
    expect(objectionsOf(again).map(({ content }) => content)).toEqual([objectionText, '其二'])
    given(...objected)
      .when(command('其二', 2), { as: bidder(2) })
      .then(story.objection(2, '其二'))
  })

  test.each(badTexts)('refuses %s', (_name, content, problem) => {
    const decided = given(...story.enrolled()).when(command(content))
    if (problem === 'missing') decided.thenRejected('objection-missing')
    else decided.thenRejected('objection-too-long', { maximum: 1000 })
  })

  test.each(longest)('takes %s', (_name, content) => {
    given(...story.enrolled())
      .when(command(content))
      .then(story.objection(1, content))
  })

  test('ends with the opening’s beginning', () => {
    given(...story.entered())
      .when(command(objectionText))
      .then(story.objection(1))
    for (const history of [story.decrypting(), story.firstEnvelopeEnded(), story.ended()]) {
      given(...history)
        .when(command(objectionText))
        .thenRejected('objections-closed')
    }
  })

  test('is for the section’s bidders', () => {
    given(...story.enrolled())
      .when(command(objectionText), { as: bidder(9) })
      .thenRejected('not-enrolled')
  })
})

describe('ReplyObjection', () => {
  const command = (content: string, n = 1): Command => ({
    type: 'ReplyObjection',
    payload: { objectionId: objectionId(n), content },
  })

  test('answers the bidder', () => {
    given(...objected)
      .when(command(` ${replyText} `))
      .then(story.reply(1))
  })

  test.each(badTexts)('refuses %s', (_name, content, problem) => {
    const decided = given(...objected).when(command(content))
    if (problem === 'missing') decided.thenRejected('reply-missing')
    else decided.thenRejected('reply-too-long', { maximum: 1000 })
  })

  test('needs an objection, and is given once', () => {
    given(...objected)
      .when(command(replyText, 2))
      .thenRejected('unknown-objection')
    given(...objected)
      .when({ type: 'ReplyObjection', payload: { objectionId: 'constructor', content: replyText } })
      .thenRejected('unknown-objection')
    given(...replied)
      .when(command('另一回复'))
      .thenRejected('objection-already-replied')
  })

  test('ends with the opening’s beginning', () => {
    given(...story.decrypting(), story.objection(1))
      .when(command(replyText))
      .thenRejected('wrong-status', { status: 'opening' })
    given(...story.ended(), story.objection(1))
      .when(command(replyText))
      .thenRejected('opening-ended')
  })
})

describe('MarkObjectionRead', () => {
  const command: Command = { type: 'MarkObjectionRead', payload: { objectionId: objectionId(1) } }

  test('says that the bidder has read the reply, once, whatever has begun or ended since', () => {
    given(...replied)
      .when(command)
      .then(story.readReply(1))
    given(...replied, story.readReply(1))
      .when(command)
      .then()
    given(...story.ended(), story.objection(1), story.reply(1))
      .when(command)
      .then(story.readReply(1))
  })

  test('needs a reply', () => {
    given(...objected)
      .when(command)
      .thenRejected('objection-not-replied')
  })

  test('another bidder’s objection is as unknown as none', () => {
    given(...replied)
      .when(command, { as: bidder(2) })
      .thenRejected('unknown-objection')
    given(...story.enrolled())
      .when(command)
      .thenRejected('unknown-objection')
  })
})
