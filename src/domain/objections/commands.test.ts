import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import {
  attachmentOf,
  bidder,
  bidderCode,
  objectionId,
  objectionText,
  replyText,
} from '#test/domain/world.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { type Attachment, attachmentLimit } from './attachment.ts'
import { objectionsOf } from './objection.ts'

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
  const command = (content: string, n = 1, attachment: Attachment | null = null): Command => ({
    type: 'RaiseObjection',
    payload: { objectionId: objectionId(n), content, attachment },
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

  test('can be done a hundred times by each bidder', () => {
    const by = (n: number, count: number, from: number) =>
      Array.from({ length: count }, (_, i) =>
        event('ObjectionRaised', {
          ...{ objectionId: objectionId(from + i), bidderCode: bidderCode(n) },
          ...{ content: objectionText, attachment: null },
        }),
      )
    const others = [...story.enrolled(), ...by(2, 5, 201)]
    given(...others, ...by(1, 99, 1))
      .when(command(objectionText, 100))
      .then(...by(1, 1, 100))
    given(...others, ...by(1, 100, 1))
      .when(command(objectionText, 101))
      .thenRejected('objections-too-many', { maximum: 100 })
    given(...others, ...by(1, 100, 1))
      .when(command(objectionText, 101), { as: bidder(2) })
      .then(...by(2, 1, 101))
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

  test('is bound to what is attached', () => {
    given(...story.enrolled())
      .when(command(objectionText, 1, attachmentOf(1)))
      .then(story.objectionWith(attachmentOf(1)))
    const state = stateAfter([...story.enrolled(), story.objectionWith(attachmentOf(1))])
    expect(objectionsOf(state)[0]?.attachment).toEqual(attachmentOf(1))
  })

  test('refuses an attachment that is too large, has too long a name, or stands in another objection', () => {
    const attached = (changes: Partial<Attachment>) => ({ ...attachmentOf(1), ...changes })
    given(...story.enrolled())
      .when(command(objectionText, 1, attached({ size: attachmentLimit })))
      .thenRejected('attachment-too-large', { megabytes: 50 })
    given(...story.enrolled())
      .when(command(objectionText, 1, attached({ name: `${'附'.repeat(51)}.pdf` })))
      .thenRejected('attachment-name-too-long', { maximum: 50 })
    given(...story.enrolled(), story.objectionWith(attachmentOf(1)))
      .when(command(objectionText, 2, attachmentOf(1)))
      .thenRejected('attachment-missing')
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
    for (const history of [story.decrypting(), story.ended()]) {
      given(...history, story.objection(1))
        .when(command(replyText))
        .thenRejected('objections-closed')
    }
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
