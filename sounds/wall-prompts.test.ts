import { expect, test } from 'vitest'
import type { SessionEvent } from '#domain/session/event.ts'
import { event } from '#domain/session/event.ts'
import { type Summary, summaryOf } from '#domain/session/summary.ts'
import { isoTime } from '#lib/time.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/histories.ts'
import { minute } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { promptBetween } from './wall-prompts.ts'

function after(history: readonly SessionEvent[]): Summary {
  const summary = summaryOf(stateAfter(history.map((event) => ({ event, at: isoTime(openingTime) }))))
  if (!summary) throw new Error('a published section expected')
  return summary
}

/** What is said between two moments of one section, a minute after the opening time. */
function heard(before: readonly SessionEvent[], now: readonly SessionEvent[], at = openingTime + minute) {
  return promptBetween(after(before), after(now), at)
}

test('[WAL-5] a new phase is said in the section’s own words, with its time limit', () => {
  expect(heard(story.entered(), story.decrypting())).toMatchObject({
    urgent: true,
    text: {
      zh: '解密指令已下达，请投标人在30分钟内完成解密。',
      en: 'Decryption has been ordered: bidders, please decrypt within 30 minutes.',
    },
    clips: ['decryptionIssued', '三十', 'minutesToDecrypt'],
  })
  expect(heard(story.decrypting(), story.opened())?.text.zh).toBe('投标文件已全部解密，解密结束。')
  const late = story.decryptionDeadline + 1
  expect(heard(story.decrypting(), story.opened(), late)?.text.zh).toBe('解密时间到，解密结束。')
  expect(heard(story.opened(), story.announced())?.text.zh).toBe('开始唱标，共有2家投标单位。')
  expect(heard(story.reading(), story.readToEnd())?.text.en).toBe('All bids have been read.')
  expect(heard(story.atEnd(), story.confirming())?.text.zh).toMatch(/^请投标人在\d+分钟内确认开标一览表。$/)
  expect(heard(story.confirmed(), story.signing())?.urgent).toBe(true)
  expect(heard(story.signed(), story.ended())?.text.zh).toBe('开标结束，感谢各位参与。')
})

test('[END-31] nobody is told to sign where no bid was opened', () => {
  const none = story.atEndWithout(1, 2)
  const history = [...none, story.confirmationStarted(none), event('ConfirmationClosed', { unconfirmed: [] })]
  expect(heard(history, [...history, story.signingOrdered(history)])).toBeNull()
})

test('[WAL-5] after a gap the present phase is said, once', () => {
  expect(heard(story.entered(), story.announced())?.text.zh).toBe('开始唱标，共有2家投标单位。')
  expect(heard(story.decrypting(), story.decrypting())).toBeNull()
})

test('[WAL-5] of two phases the newer one takes the place of the other', () => {
  const [finished, asked] = [
    heard(story.reading(), story.readToEnd()),
    heard(story.readToEnd(), story.inquiring()),
  ]
  expect(asked?.text.zh).toMatch(/^现在询问开标异议/)
  expect(asked?.id).toBe(finished?.id)
})

test('[WAL-5] nothing is said of a bidder who has acted', () => {
  expect(heard(story.decrypting(), [...story.decrypting(), ...story.opening(1)])).toBeNull()
})

test('[WAL-5] more time is said, and whether it was given or made up for an outage', () => {
  const before = after(story.decrypting())
  const later = (ms: number): Summary => {
    const window = before.window && {
      ...before.window,
      deadline: isoTime(story.decryptionDeadline + ms),
    }
    return { ...before, window }
  }
  expect(promptBetween(before, later(10 * minute), openingTime)?.text.zh).toBe('解密时间延长10分钟。')
  expect(promptBetween(before, later(12_345), openingTime)?.text.zh).toBe('开标大厅曾中断，解密时间已延长。')
})

test('[WAL-5] a halt is said, and how much time is left when it ends', () => {
  const halted = event('OpeningHalted', { kind: 'paused', reason: '停电', recorder: '', name: '王主持' })
  const paused = [...story.decrypting(), halted]
  expect(heard(story.decrypting(), paused)?.text.zh).toBe('标段已暂停，计时暂停。')
  expect(heard(paused, story.decrypting(), openingTime + 10 * minute)?.text).toEqual({
    zh: '标段恢复正常，解密时间还剩20分钟。',
    en: 'The section is open again; 20 minutes left for decryption.',
  })
})
