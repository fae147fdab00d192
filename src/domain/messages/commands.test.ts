import { describe, expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, type Happened, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, messageText, opener, replyText, supervisor } from '#test/domain/sample-actors.ts'
import type { Role, Viewer } from '../session/actor.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { viewState } from '../session/view-state.ts'

const post = (message: string, bidderCode?: string | null): Command => ({
  type: 'PostMessage',
  payload: { message, ...(bidderCode === undefined ? {} : { answers: { bidderCode } }) },
})

const second = 1000

/** Messages of the nth bidder, so many seconds before the command. */
const sentBefore = (n: number, ...seconds: number[]): Happened[] =>
  seconds.map((ago) => ({
    event: histories.messageOf(n),
    actor: bidder(n),
    at: isoTime(present - ago * second),
  }))

const supervisorSays = {
  event: event('MessageSent', { message: '请核对', name: '陈监督', bidderCode: null }),
  actor: supervisor,
}

describe('PostMessage', () => {
  test('[PRE-16] of the opener is for everybody', () => {
    given(...histories.enrolled())
      .when(post(' 请各投标人做好解密准备 '))
      .then(event('MessagePosted', { message: '请各投标人做好解密准备', name: opener.name }))
  })

  test('[PST-1] of a bidder or a supervisor goes to the opener', () => {
    given(...histories.enrolled())
      .when(post(messageText), { as: bidder(1) })
      .then(histories.messageOf(1))
    given(...histories.enrolled())
      .when(post('请核对'), { as: supervisor })
      .then(supervisorSays.event)
  })

  test.each([
    ['bidder', bidder(1)],
    ['supervisor', supervisor],
  ] as const)('[PST-1] of a %s is refused where the region takes none of them', (role, as) => {
    const others = (['bidder', 'supervisor'] as const).filter((one) => one !== role)
    given(...histories.enrolled())
      .when(post(messageText), { as, rules: { messagesFrom: others } })
      .thenRejected('messages-not-taken')
  })

  test('[PST-1] is refused after the end', () => {
    for (const as of [opener, bidder(1), supervisor])
      given(...histories.ended())
        .when(post(messageText), { as })
        .thenRejected('opening-ended')
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
  ])('[PST-2] is refused with %s', (_, text) => {
    for (const as of [opener, bidder(1)])
      given(...histories.enrolled())
        .when(post(text), { as })
        .thenRejected('message-missing')
  })

  test('[PST-2] has 500 characters at most', () => {
    for (const as of [opener, bidder(1)])
      given(...histories.enrolled())
        .when(post('言'.repeat(501)), { as })
        .thenRejected('message-too-long', { maximum: 500 })
    given(...histories.enrolled())
      .when(post('𠮷'.repeat(500)), { as: bidder(1) })
      .then(histories.messageOf(1, '𠮷'.repeat(500)))
  })
})

describe('PostMessage how often and to whom', () => {
  test('[PST-3] is sent three times a minute by each sender', () => {
    const history = [...histories.enrolled(), ...sentBefore(1, 40, 20, 10)]
    given(...history)
      .when(post(messageText), { as: bidder(1) })
      .thenRejected('messages-too-fast', { maximum: 3, seconds: 20 })
    given(...history)
      .when(post(messageText), { as: { ...bidder(1), id: 'another account of the unit' } })
      .thenRejected('messages-too-fast', { maximum: 3, seconds: 20 })
    for (const as of [bidder(2), supervisor])
      given(...history)
        .when(post(messageText), { as })
        .then(
          event('MessageSent', {
            message: messageText,
            name: as.name,
            bidderCode: as.role === 'bidder' ? as.unitCode : null,
          }),
        )
    given(...histories.enrolled(), ...sentBefore(1, 60, 20, 10))
      .when(post(messageText), { as: bidder(1) })
      .then(histories.messageOf(1))
  })

  test('[PST-3] counts no answers of the opener', () => {
    given(...histories.enrolled(), ...sentBefore(1, 40), histories.answerTo(1), histories.answerTo(1))
      .when(post(messageText), { as: bidder(1) })
      .then(histories.messageOf(1))
  })

  test('[PST-3] is sent a hundred times in a section by each sender', () => {
    const often = Array.from({ length: 100 }, (_, i) => 100 * (100 - i))
    given(...histories.enrolled(), ...sentBefore(1, ...often))
      .when(post(messageText), { as: bidder(1) })
      .thenRejected('messages-too-many', { maximum: 100 })
    given(...histories.enrolled(), ...sentBefore(1, ...often.slice(1)))
      .when(post(messageText), { as: bidder(1) })
      .then(histories.messageOf(1))
  })

  test('[PST-5] of the opener answers those who have written', () => {
    given(...histories.enrolled(), ...sentBefore(1, 5), supervisorSays)
      .when(post(replyText, bidderCode(1)))
      .then(histories.answerTo(1))
    given(...histories.enrolled(), supervisorSays)
      .when(post(replyText, null))
      .then(event('MessageAnswered', { message: replyText, name: opener.name, bidderCode: null }))
  })

  test('[PST-5] of the opener answers nobody else, and nobody else answers', () => {
    for (const code of [bidderCode(2), null])
      given(...histories.enrolled(), ...sentBefore(1, 5))
        .when(post(replyText, code))
        .thenRejected('no-message-to-answer')
    given(...histories.enrolled(), ...sentBefore(1, 5))
      .when(post(replyText, bidderCode(1)), { as: bidder(2) })
      .thenRejected('forbidden')
  })
})

test('[PST-4] messages are seen by their bidder and the opener’s side', () => {
  const state = stateAfter([
    ...histories.enrolled(),
    ...sentBefore(1, 5),
    { event: histories.answerTo(1), actor: opener },
    supervisorSays,
  ])
  const seen = (role: Role, unitCode: string | null = null, seesSupervisor = true) => {
    const viewer: Viewer = { role, unitCode, seesSupervisor }
    return viewState(viewer, state).messages.map(({ from, bidderCode: code }) => [from, code])
  }
  const ofBidder = [
    ['bidder', bidderCode(1)],
    ['opener', bidderCode(1)],
  ]
  for (const role of ['opener', 'supervisor', 'agency', 'tenderer', 'platform'] as const)
    expect(seen(role)).toEqual([...ofBidder, ['supervisor', null]])
  expect(seen('agency', null, false)).toEqual(ofBidder)
  expect(seen('bidder', bidderCode(1))).toEqual(ofBidder)
  expect(seen('bidder', bidderCode(2))).toEqual([])
})

test('[PST-6] a message changes nothing but the messages', () => {
  const before = stateAfter(histories.enrolled())
  const { seq: _, messages, ...after } = stateAfter([...histories.enrolled(), histories.messageOf(1)])
  expect(messages).toHaveLength(1)
  expect(after).toEqual({ ...before, seq: undefined, messages: undefined })
})
