import { describe, expect, test } from 'vitest'
import type { Actor, Role } from '#domain/actor.ts'
import { applyEntry, isHidden, toRecorded, type VisibleEntry } from '#domain/entry.ts'
import { type EventShapes, type EventType, eventVersions, type RecordedEvent } from '#domain/event.ts'
import { initial, type SessionState } from '#domain/state.ts'
import { viewFor } from '#domain/view.ts'
import { type BidPlan, openingOf, type TestSession } from '#test/domain/session.ts'
import { bidder, opener, supervisor } from '#test/domain/world.ts'
import { table } from './prompt-table.ts'
import { type Prompt, promptFor, promptForWarning } from './prompts.ts'

const bids: readonly BidPlan[] = [
  { name: '江河水利建设集团有限公司', figures: { price: '1234567.89', days: '180', manager: '赵一' } },
  { name: '中部路桥', figures: { price: '20000300', days: '90', manager: '钱二' } },
  { name: '迟到工程', figures: { price: '8.08', days: '1', manager: '孙三' }, fails: 'time-out' },
]

/** What somebody hears of a session, each entry as it comes to them. */
function heard(session: TestSession, actor: Actor): Prompt[] {
  const viewer = { role: actor.role, unitCode: actor.unitCode, seesSupervisor: true }
  const state = initial()
  return session.entries
    .map((entry): VisibleEntry => viewFor(viewer, entry))
    .flatMap((entry) => {
      applyEntry(state, entry)
      return isHidden(entry) ? [] : (promptFor(toRecorded(entry), actor.role, state) ?? [])
    })
}

function happened<T extends EventType>(type: T, payload: EventShapes[T]['payload']): RecordedEvent {
  const at = '2026-01-01T00:00:00.000Z'
  return { type, seq: 1, version: 1, at, actor: 'a', role: 'opener', payload, private: {} } as RecordedEvent
}

function saidOf(event: RecordedEvent, role: Role, state: SessionState = initial()) {
  return promptFor(event, role, state)
}

test('a whole opening as its opener hears it', () => {
  expect(heard(openingOf(bids), opener).map(({ spoken }) => spoken.zh)).toEqual([
    '有投标人提出异议，请及时答复。',
    '有投标人提出异议，请及时答复。',
    '请设置解密时限。',
    '解密指令已下达，请投标人在三十分钟内完成解密。',
    '解密时间到，解密结束。',
    '迟到工程，投标文件未能开启。',
    '开始唱标，共有三家投标单位。',
    '江河水利建设集团有限公司，投标报价一百二十三万四千五百六十七点八九元。',
    '中部路桥，投标报价两千万零三百元。',
    '进入开标结束环节。',
    '请投标人在十分钟内确认开标一览表。',
    '开标一览表确认结束。',
    '电子签名指令已下达，请投标人在十五分钟内签署开标记录。',
    '电子签名时间到。',
    '电子签名已确认。',
    '开标结束，感谢各位参与。',
  ])
})

test('a bidder hears of their own bid, not of what others do with theirs', () => {
  const first = heard(openingOf(bids, 'decrypted'), bidder(1)).map(({ id }) => id)
  expect(first).toEqual([
    'objection-replied',
    'opening-entered',
    'decryption-issued',
    'own-decrypted',
    'decryption-closed',
    'bid-failed:B0003',
  ])
  const third = heard(openingOf(bids, 'decrypted'), bidder(3)).map(({ id }) => id)
  expect(third).not.toContain('own-decrypted')
  expect(heard(openingOf(bids, 'decrypted'), supervisor).map(({ id }) => id)).not.toContain('own-decrypted')
})

test('captions and English write figures in groups; clips say 第几家 for the name they cannot know', () => {
  const read = heard(openingOf(bids, 'announced'), opener).filter(({ id }) => id.startsWith('bid-announced'))
  expect(read[0]).toMatchObject({
    urgent: false,
    freshMs: 180_000,
    text: {
      zh: '江河水利建设集团有限公司，投标报价1,234,567.89元。',
      en: '江河水利建设集团有限公司: Bid price 1,234,567.89 yuan.',
    },
    clips: [
      '第',
      '一',
      'bidders',
      'price',
      '一百',
      '二十',
      '三',
      '万',
      '四千',
      '五百',
      '六十',
      '七',
      '点',
    ].concat(['八', '九', '元']),
  })
  expect(read[1]?.clips).toEqual(['第', '二', 'bidders', 'price', '两千', '万', '零', '三百', '元'])
})

test('with many bidders their prices are not read out, nor their failures one by one', () => {
  const many = Array.from(
    { length: 13 },
    (_, index): BidPlan => ({
      name: `投标人${index + 1}`,
      figures: { price: '1.00', days: '1', manager: '李四' },
      ...(index < 5 ? { fails: 'time-out' as const } : {}),
    }),
  )
  const ids = heard(openingOf(many, 'announced'), opener)
  const texts = new Map(ids.map(({ id, text }) => [id, text.zh]))
  expect(texts.get('announcement-started')).toBe('开始唱标，共有13家投标单位，报价详见开标一览表。')
  expect(ids.filter(({ id }) => id.startsWith('bid-announced'))).toEqual([])
  // The entries of one command are folded in one frame, so that no bid is named before it is known how many there are.
  const { state } = openingOf(many, 'decrypted')
  const payload = { bidderCode: 'B0001', fileId: '', kind: 'revoked', cause: 'time-out' } as const
  expect(saidOf(happened('BidFailed', payload), 'opener', state)).toMatchObject({
    id: 'bids-failed',
    text: {
      zh: '有5家投标文件未能开启，详见开标进程。',
      en: '5 bids could not be opened; see the progress log.',
    },
    clips: ['thereAre', '五', 'filesNotOpened'],
  })
})

describe('who hears what', () => {
  test('the opener alone is asked for the time limit, where there is something to decrypt', () => {
    const entered = happened('BidOpeningEntered', {})
    expect(saidOf(entered, 'opener')).toMatchObject({ id: 'set-limit', urgent: true })
    expect(saidOf(entered, 'bidder')).toMatchObject({ id: 'opening-entered', urgent: false })
    const { state } = openingOf(bids, 'submitted', { encrypted: false })
    expect(saidOf(entered, 'opener', state)).toBeNull()
    expect(saidOf(entered, 'bidder', state)).toBeNull()
    expect(saidOf(happened('BidImportStarted', {}), 'bidder', state)?.text.zh).toBe(
      '投标文件未加密，开始导入。',
    )
    expect(saidOf(happened('DecryptionClosed', { cause: 'import-ended' }), 'opener', state)?.clips).toEqual([
      'importEnded',
    ])
  })

  test('no announcement is called out where the tender has none', () => {
    const { state } = openingOf(bids, 'submitted', { bidStyle: 4 })
    expect(saidOf(happened('AnnouncementStarted', { bidderCount: 3 }), 'bidder', state)).toBeNull()
  })

  test('a message is read to everybody but its writer, by clips as a hint to look', () => {
    const posted = happened('MessagePosted', { message: '休会十分钟' })
    expect(saidOf(posted, 'opener')).toBeNull()
    expect(saidOf(posted, 'supervisor')).toMatchObject({
      text: { zh: '开标人消息：休会十分钟。', en: 'Message from the opener: 休会十分钟' },
      clips: ['messagePosted'],
    })
    expect(saidOf(happened('MessagePosted', { message: '请稍候！' }), 'bidder')?.text.zh).toBe(
      '开标人消息：请稍候！',
    )
  })

  test('an objection is urgent for the opener, its answer is for whoever raised it', () => {
    const about = { objectionId: 'x', bidderCode: 'B0001', content: '…' }
    const raised = happened('ObjectionRaised', { ...about, attachment: null })
    expect(saidOf(raised, 'opener')?.urgent).toBe(true)
    expect(saidOf(raised, 'bidder')).toBeNull()
    expect(saidOf(happened('ObjectionReplied', about), 'opener')).toBeNull()
  })

  test('a warning is urgent for a bidder who still has to act', () => {
    const warning = { window: 'decryption', minutesLeft: 5, at: 0, deadline: '' } as const
    // Of the three certificates in the whole log the first is taken for the listener's own.
    const { state } = openingOf(bids, 'decrypting')
    expect(promptForWarning(warning, 'bidder', state)).toMatchObject({
      urgent: true,
      topic: 'decryption',
      text: {
        zh: '解密时间还剩5分钟，请尽快完成解密。',
        en: '5 minutes left for decryption: please decrypt your bid.',
      },
      clips: ['decryptionLeft', '五', 'minutes', 'hurryDecrypt'],
    })
    const done = openingOf(bids, 'decrypted').state
    expect(promptForWarning(warning, 'bidder', done)).toMatchObject({
      urgent: false,
      text: { zh: '解密时间还剩5分钟。' },
    })
    expect(
      promptForWarning({ ...warning, window: 'signing', minutesLeft: 1 }, 'opener', state),
    ).toMatchObject({
      urgent: false,
      spoken: { zh: '电子签名时间还剩一分钟。', en: '1 minute left for signing.' },
    })
  })

  test('what a newer server says is left to the log: another type, or another version of one', () => {
    for (const newer of [{ type: 'FromTomorrow' }, { type: 'constructor' }, { version: 2 }]) {
      expect(saidOf({ ...happened('EndEntered', {}), ...newer } as never, 'opener')).toBeNull()
    }
  })
})

test('every type has been decided on', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(eventVersions).sort())
})
