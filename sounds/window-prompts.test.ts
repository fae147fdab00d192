import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/session/actor.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState, BidFileState } from '#domain/submission/bid-state.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/histories.ts'
import { minute } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { bids } from '#test/sounds/prompt-fixture.ts'
import { promptForWindow } from './prompts.ts'

describe('a window that is open', () => {
  test('its remaining time is said, urgently to a bidder who still has to act', () => {
    // The whole log shows three certificates; the first is taken for the listener's own.
    const { state } = openingOf(bids, 'decrypting')
    const decryption = { window: 'decryption', deadline: state.decryption?.deadline ?? '' } as const
    const left = (ms: number, role: Role, now = state) =>
      promptForWindow(decryption, role, now, epochOf(decryption.deadline) - ms)
    expect(left(5 * minute, 'bidder')).toMatchObject({
      urgent: true,
      topic: 'decryption',
      text: {
        zh: '解密时间还剩5分钟，请尽快完成解密。',
        en: '5 minutes left for decryption: please decrypt your bid.',
      },
      clips: ['decryptionLeft', '五', 'minutes', 'hurryDecrypt'],
    })
    // Rounded up.
    expect(left(14 * minute + 53_000, 'opener')).toMatchObject({
      text: { zh: '解密时间还剩15分钟。', en: '15 minutes left for decryption.' },
    })
    expect(left(minute, 'opener')).toMatchObject({
      urgent: false,
      spoken: { zh: '解密时间还剩一分钟。', en: '1 minute left for decryption.' },
    })
    expect(left(0.4 * minute, 'opener')).toMatchObject({
      text: { zh: '解密时间还剩不到1分钟。', en: 'Less than a minute left for decryption.' },
      clips: ['decryptionLeft', 'lessThan', '一', 'minutes'],
    })
  })

  test('staff hear nothing about the signing window once all have signed', () => {
    const left = (history: SessionEvent[]) => {
      const window = { window: 'signing', deadline: isoTime(story.signingDeadline) } as const
      return promptForWindow(window, 'opener', stateAfter(history), story.signingDeadline - minute)
    }
    expect(left([...story.signing(), story.signature(1)])?.topic).toBe('signing')
    expect(left(story.signed())).toBeNull()
  })

  test('nothing is said of a closed window or another deadline; who has acted is not hurried', () => {
    const { state } = openingOf(bids, 'decrypting')
    const deadline = state.decryption?.deadline ?? ''
    const said = (now: SessionState, until = deadline) =>
      promptForWindow({ window: 'decryption', deadline: until }, 'bidder', now, epochOf(deadline) - minute)
    const window = state.decryption as NonNullable<SessionState['decryption']>
    expect(said(state)?.urgent).toBe(true)
    expect(said(state, isoTime(epochOf(deadline) - minute))).toBeNull()
    expect(said({ ...state, lot: 'paused' })).toBeNull()
    expect(said({ ...state, decryption: { ...window, closed: true } })).toBeNull()
    const own = state.bidders.B0001 as BidderState
    const file = own.files.technical as BidFileState
    const opening = { status: 'opening', method: 'certificate', at: deadline, seq: 1 } as const
    const handedOver = { ...own, files: { technical: { ...file, file: opening } } }
    const after = { ...state, bidders: { ...state.bidders, B0001: handedOver } }
    expect(said(after)).toMatchObject({ urgent: false, text: { zh: '解密时间还剩1分钟。' } })
  })
})
