import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  attachmentOf,
  bidder,
  bidderCode,
  objectionId,
  objectionText,
  replyText,
} from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { type Attachment, attachmentLimit } from './attachment.ts'
import type { ObjectionsUntil } from './closed.ts'
import { objectionsOf } from './objection.ts'

const objected = [...histories.enrolled(), histories.objection(1)]
const replied = [...objected, histories.reply(1)]

const badTexts = [
  ['nothing', '', 'missing'],
  ['blanks', ' \n\t ', 'missing'],
  ['a character too many', '异'.repeat(1001), 'too-long'],
] as const

const longest = [
  ['a thousand characters', '异'.repeat(1000)],
  ['a thousand characters beyond the basic plane', '𠮷'.repeat(1000)],
] as const

const raise = (content: string, n = 1, attachment: Attachment | null = null): Command => ({
  type: 'RaiseObjection',
  payload: { objectionId: objectionId(n), content, attachment },
})

describe('RaiseObjection', () => {
  test('records what the bidder objects to, with or without a bid', () => {
    given(...histories.enrolled())
      .when(raise(` ${objectionText}\n`))
      .then(histories.objection(1))
    given(...histories.submitted())
      .when(raise(objectionText, 3), { as: bidder(3) })
      .then(histories.objection(3))
  })

  test('may be given several times', () => {
    const again = stateAfter([...objected, histories.objection(2, '其二')])
    expect(objectionsOf(again).map(({ content }) => content)).toEqual([objectionText, '其二'])
    given(...objected)
      .when(raise('其二', 2), { as: bidder(2) })
      .then(histories.objection(2, '其二'))
  })

  test('[OBJ-7] is accepted a hundred times from each bidder', () => {
    const by = (n: number, count: number, from: number) =>
      Array.from({ length: count }, (_, i) =>
        event('ObjectionRaised', {
          ...{ objectionId: objectionId(from + i), bidderCode: bidderCode(n) },
          ...{ content: objectionText, attachment: null },
        }),
      )
    const others = [...histories.enrolled(), ...by(2, 5, 201)]
    given(...others, ...by(1, 99, 1))
      .when(raise(objectionText, 100))
      .then(...by(1, 1, 100))
    given(...others, ...by(1, 100, 1))
      .when(raise(objectionText, 101))
      .thenRejected('objections-too-many', { maximum: 100 })
    given(...others, ...by(1, 100, 1))
      .when(raise(objectionText, 101), { as: bidder(2) })
      .then(...by(2, 1, 101))
  })

  test('[OBJ-1] is for enrolled bidders only', () => {
    given(...histories.enrolled())
      .when(raise(objectionText), { as: bidder(9) })
      .thenRejected('not-enrolled')
  })
})

describe('when objections are raised', () => {
  test('[OBJ-1] is until the opening of files begins', () => {
    given(...histories.entered())
      .when(raise(objectionText))
      .then(histories.objection(1))
    given(...histories.decrypting())
      .when(raise(objectionText))
      .thenRejected('objections-until-opening')
    given(...histories.ended())
      .when(raise(objectionText))
      .thenRejected('objections-closed')
  })

  test('[OBJ-1] is until step 3 or until the end where the variant says so', () => {
    const until = (objectionsUntil: ObjectionsUntil) => ({ rules: { objectionsUntil } })
    given(...histories.decrypting())
      .when(raise(objectionText), until('announcement'))
      .then(histories.objection(1))
    given(...histories.announced())
      .when(raise(objectionText), until('announcement'))
      .thenRejected('objections-until-announcement')
    given(...histories.announced())
      .when(raise(objectionText), until('end'))
      .then(histories.objection(1))
    given(...histories.announced(), histories.objection(1))
      .when(
        { type: 'ReplyObjection', payload: { objectionId: objectionId(1), content: replyText } },
        until('end'),
      )
      .then(histories.reply(1))
    given(...histories.ended())
      .when(raise(objectionText), until('end'))
      .thenRejected('objections-closed')
  })
})

describe('the text of an objection', () => {
  test.each(badTexts)('[OBJ-2] refuses %s', (_name, content, problem) => {
    const decided = given(...histories.enrolled()).when(raise(content))
    if (problem === 'missing') decided.thenRejected('objection-missing')
    else decided.thenRejected('objection-too-long', { maximum: 1000 })
  })

  test.each(longest)('[OBJ-2] takes %s', (_name, content) => {
    given(...histories.enrolled())
      .when(raise(content))
      .then(histories.objection(1, content))
  })
})

describe('the attachment of an objection', () => {
  test('[OBJ-3] is recorded with the objection', () => {
    given(...histories.enrolled())
      .when(raise(objectionText, 1, attachmentOf(1)))
      .then(histories.objectionWith(attachmentOf(1)))
    const state = stateAfter([...histories.enrolled(), histories.objectionWith(attachmentOf(1))])
    expect(objectionsOf(state)[0]?.attachment).toEqual(attachmentOf(1))
  })

  test('is refused when it is too large, has too long a name or belongs to another objection', () => {
    const attached = (changes: Partial<Attachment>) => ({ ...attachmentOf(1), ...changes })
    given(...histories.enrolled())
      .when(raise(objectionText, 1, attached({ size: attachmentLimit })))
      .thenRejected('attachment-too-large', { megabytes: 50 })
    given(...histories.enrolled())
      .when(raise(objectionText, 1, attached({ name: `${'附'.repeat(51)}.pdf` })))
      .thenRejected('attachment-name-too-long', { maximum: 50 })
    given(...histories.enrolled(), histories.objectionWith(attachmentOf(1)))
      .when(raise(objectionText, 2, attachmentOf(1)))
      .thenRejected('attachment-missing')
  })
})

describe('ReplyObjection', () => {
  const command = (content: string, n = 1): Command => ({
    type: 'ReplyObjection',
    payload: { objectionId: objectionId(n), content },
  })

  test('records the reply', () => {
    given(...objected)
      .when(command(` ${replyText} `))
      .then(histories.reply(1))
  })

  test.each(badTexts)('[OBJ-2] refuses %s', (_name, content, problem) => {
    const decided = given(...objected).when(command(content))
    if (problem === 'missing') decided.thenRejected('reply-missing')
    else decided.thenRejected('reply-too-long', { maximum: 1000 })
  })

  test('[OBJ-1] needs an existing objection without a reply', () => {
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

  test('[OBJ-1] is refused once the opening of files has begun', () => {
    given(...histories.decrypting(), histories.objection(1))
      .when(command(replyText))
      .thenRejected('objections-until-opening')
    given(...histories.ended(), histories.objection(1))
      .when(command(replyText))
      .thenRejected('objections-closed')
  })
})

describe('MarkObjectionRead', () => {
  const command: Command = { type: 'MarkObjectionRead', payload: { objectionId: objectionId(1) } }

  test('[OBJ-6] records once that the bidder has read the reply, also after the opening', () => {
    given(...replied)
      .when(command)
      .then(histories.readReply(1))
    given(...replied, histories.readReply(1))
      .when(command)
      .then()
    given(...histories.ended(), histories.objection(1), histories.reply(1))
      .when(command)
      .then(histories.readReply(1))
  })

  test('needs a reply', () => {
    given(...objected)
      .when(command)
      .thenRejected('objection-not-replied')
  })

  test('[OBJ-6] does not find another bidder’s objection', () => {
    given(...replied)
      .when(command, { as: bidder(2) })
      .thenRejected('unknown-objection')
    given(...histories.enrolled())
      .when(command)
      .thenRejected('unknown-objection')
  })
})
