import { describe, expect, test } from 'vitest'
import type { FailureCause, OpeningFailure } from '#domain/decryption/outcome.ts'
import { drawsOf } from '#domain/draw/draw-state.ts'
import type { DrawKind, DrawParameter } from '#domain/draw/kinds.ts'
import { applyEntry, isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import type { Actor, Role } from '#domain/session/actor.ts'
import {
  type EventShapes,
  type EventType,
  eventVersions,
  type RecordedEvent,
  type SessionEvent,
} from '#domain/session/event.ts'
import { type LotStatus, lotStatuses } from '#domain/session/lot.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import type { BidderState, BidFileState } from '#domain/submission/bid-state.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { stateAfter } from '#test/domain/given.ts'
import { type BidPlan, openingOf, type TestSession } from '#test/domain/session.ts'
import * as story from '#test/domain/story.ts'
import { bidder, minute, opener, supervisor } from '#test/domain/world.ts'
import { table } from './prompt-table.ts'
import { type Prompt, promptFor, promptForWindow } from './prompts.ts'

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

const refusal = { bidderCode: 'B0001', fileId: 'f', method: 'file-key' } as const

/** A state of decryption as the n-th bidder sees it. */
function seenBy(n: number): SessionState {
  const state = initial()
  const viewer = { role: 'bidder', unitCode: bidder(n).unitCode, seesSupervisor: true } as const
  for (const entry of openingOf(bids, 'decrypting').entries) applyEntry(state, viewFor(viewer, entry))
  return state
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
    const amount = happened('MessagePosted', { message: '最高限价为1,234,567.89元，电话13800000000' })
    expect(saidOf(amount, 'bidder')).toMatchObject({
      text: { zh: '开标人消息：最高限价为1,234,567.89元，电话13800000000。' },
      spoken: {
        zh: '开标人消息：最高限价为一百二十三万四千五百六十七点八九元，电话13800000000。',
        en: 'Message from the opener: 最高限价为1,234,567.89元，电话13800000000',
      },
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

  test('a key that does not open the file is said to its bidder alone, with what they can do', () => {
    const { state } = openingOf(bids, 'decrypting')
    const refused = (cause: OpeningFailure, role: Role = 'bidder', bidderCode = 'B0001') =>
      saidOf(
        happened('DecryptionRefused', { bidderCode, fileId: 'f', method: 'file-key', cause }),
        role,
        state,
      )
    expect(refused('wrong-key')?.clips).toEqual(['ownRefused'])
    expect(refused('bad-content')?.clips).toEqual(['ownBadContent'])
    for (const cause of ['damaged-file', 'server-failure'] as const) {
      expect(refused(cause)).toMatchObject({
        urgent: true,
        text: { zh: '您的投标文件未能开启，责任不在贵单位，请上传备用文件。' },
      })
      expect(refused(cause, 'opener')).toBeNull()
    }
    expect(
      saidOf(happened('DecryptionRefused', { ...refusal, cause: 'damaged-file' }), 'bidder', seenBy(2)),
    ).toBeNull()
  })

  test('a bidder whose file failed through the hall is asked for a backup until the announcement; it is confirmed', () => {
    const { state } = openingOf(bids, 'decrypted')
    const failed = (cause: FailureCause, now: SessionState = state, role: Role = 'bidder') => {
      const payload = { bidderCode: 'B0001', fileId: 'f', kind: 'withdrawn', cause } as const
      return saidOf(happened('BidFailed', payload), role, now)?.id
    }
    expect(failed('damaged-file')).toBe('own-failed:f')
    expect(failed('server-failure')).toBe('own-failed:f')
    expect(failed('time-out')).toBe('bid-failed:B0001')
    expect(failed('damaged-file', openingOf(bids, 'announced').state)).toBe('bid-failed:B0001')
    expect(failed('damaged-file', state, 'supervisor')).toBe('bid-failed:B0001')
    const accepted = happened('BackupFileAccepted', { bidderCode: 'B0001', fileId: 'f', ciphertextHash: '' })
    expect(saidOf(accepted, 'bidder', state)?.clips).toEqual(['backupAccepted'])
    expect(saidOf(accepted, 'bidder', seenBy(2))).toBeNull()
    expect(saidOf(accepted, 'opener', state)).toBeNull()
  })

  test('how the lot stands is urgent for all; with its going on they learn what time is left', () => {
    const { state } = openingOf(bids, 'decrypting')
    const at = '2026-01-01T00:00:00.000Z'
    const said = (lot: LotStatus, now = state) => saidOf(happened('LotStatusChanged', { lot }), 'bidder', now)
    for (const lot of lotStatuses) expect(said(lot)).toMatchObject({ id: 'lot', urgent: true })
    expect(said('paused')?.text.zh).toBe('标段已暂停，计时暂停。')
    expect(said('failure-pending')?.clips).toEqual(['lotFailurePending'])
    expect(said('failed')?.clips).toEqual(['lotFailed'])
    expect(said('stopped')?.clips).toEqual(['lotStopped'])
    const deadline = isoTime(epochOf(at) + 12 * minute)
    const window = state.decryption as NonNullable<SessionState['decryption']>
    const goesOn = { ...state, decryption: { ...window, deadline } as typeof window }
    expect(said('open', goesOn)).toMatchObject({
      text: {
        zh: '标段恢复正常，解密时间还剩12分钟。',
        en: 'The lot is open again; 12 minutes left for decryption.',
      },
      clips: ['lotOpen', 'decryptionLeft', '十', '二', 'minutes'],
    })
    expect(said('open', { ...goesOn, decryption: null })?.text.zh).toBe('标段恢复正常。')
  })

  test('a draw is called out, with its values as they are read, and its repetition once', () => {
    const { state } = openingOf(bids, 'drawing')
    const [draw] = drawsOf(state)
    if (!draw) throw new Error('no draw')
    const declaration = {
      drawId: draw.id,
      subject: '',
      parts: [],
      rule: '',
      serverCommitment: '',
      joinBy: '',
    }
    const declared = (kind: DrawKind, attempt = 1) =>
      saidOf(happened('DrawDeclared', { ...declaration, kind, attempt }), 'bidder', state)
    expect(declared('f-value')).toMatchObject({ urgent: false, clips: ['drawDeclared'] })
    expect(declared('random-index')?.clips).toEqual(['indexDrawDeclared'])
    expect(declared('k', 2)).toBeNull()
    const decided = (parts: readonly DrawParameter[], values: readonly string[]) => {
      const drawn = { ...draw, parts: parts.map((parameter) => ({ ...part, parameter })) }
      const results = values.map((value, index) => ({ index, value, saved: value }))
      const payload = { drawId: draw.id, attempt: 1, seed: '', values: [], results }
      const now = { ...state, draws: { ...state.draws, [draw.id]: drawn } }
      return saidOf(happened('DrawDecided', payload), 'supervisor', now)
    }
    const part = { parameter: 'k', drawer: '王主持', range: null, candidates: [] } as const
    expect(decided(['alpha', 'beta'], ['1.5', '2'])).toMatchObject({
      text: { zh: '抽取结果，1.5，2。', en: 'Drawn: 1.5, 2.' },
      spoken: { zh: '抽取结果，一点五，二。' },
      clips: ['drawResult', '一', '点', '五', '二'],
    })
    expect(decided(['fallRate'], ['-0.5'])).toMatchObject({
      text: { zh: '抽取结果，-0.5%。' },
      clips: ['drawResult', '百分之', '负', '零', '点', '五'],
    })
    const voided = { drawId: draw.id, attempt: 1, withheld: [] }
    const saidVoid = (cause: 'nobody' | 'withheld') =>
      saidOf(happened('DrawVoided', { ...voided, cause }), 'opener', state)?.clips
    expect([saidVoid('nobody'), saidVoid('withheld')]).toEqual([['drawVoid'], ['drawRepeated']])
  })

  test('a mark of invalidity is said to its bidder as theirs, to the others by name, not to who made it', () => {
    const { state } = openingOf(bids, 'decrypted')
    const marked = (role: Role, invalid: boolean, now: SessionState = state) =>
      saidOf(happened('BidMarked', { bidderCode: 'B0001', invalid, note: '未盖章' }), role, now)?.text.zh
    expect(marked('bidder', true)).toBe('您的投标文件被标记为无效，详见开标进程。')
    expect(marked('bidder', true, seenBy(2))).toBe(`${bids[0]?.name}，投标文件被标记为无效，详见开标进程。`)
    expect(marked('supervisor', false)).toBe(`${bids[0]?.name}，投标文件的无效标记已取消。`)
    expect(marked('opener', true)).toBeUndefined()
  })

  test('of several amounts each is read; where there is none the overview is named once', () => {
    const { state } = openingOf(bids, 'announced')
    const tender = state.tender as Tender
    const [priced, ...others] = tender.columns
    if (!priced) throw new Error('no column')
    const safety = {
      ...priced,
      key: 'safety',
      title: { zh: '安全文明施工费', en: 'Safety fee' },
      unit: '万元',
    }
    const withSafety = { ...state, tender: { ...tender, columns: [priced, safety, ...others] } }
    const announced = happened('BidAnnounced', {
      bidderCode: 'B0002',
      figures: { price: '20000300', safety: '12.5' },
    })
    expect(saidOf(announced, 'bidder', withSafety)).toMatchObject({
      text: {
        zh: '中部路桥，投标报价20,000,300元，安全文明施工费12.5万元。',
        en: '中部路桥: Bid price 20,000,300 yuan; Safety fee 12.5 ten thousand yuan.',
      },
      clips: ['第', '二', 'bidders', 'price', '两千', '万', '零', '三百', '元'].concat([
        'price',
        '十',
        '二',
        '点',
        '五',
        '万元',
      ]),
    })
    const unpriced = { ...state, tender: { ...tender, columns: others } }
    expect(saidOf(announced, 'bidder', unpriced)).toBeNull()
    expect(saidOf(happened('AnnouncementStarted', { bidderCount: 3 }), 'bidder', unpriced)?.text.zh).toBe(
      '开始唱标，共有3家投标单位，报价详见开标一览表。',
    )
  })

  test('of a window that runs is said what is left of it, urgently to a bidder who still has to act', () => {
    // Of the three certificates in the whole log the first is taken for the listener's own.
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
    expect(left(1.4 * minute, 'opener')).toMatchObject({
      urgent: false,
      spoken: { zh: '解密时间还剩一分钟。', en: '1 minute left for decryption.' },
    })
    expect(left(0.4 * minute, 'opener')).toMatchObject({
      text: { zh: '解密时间还剩不到1分钟。', en: 'Less than a minute left for decryption.' },
      clips: ['decryptionLeft', 'lessThan', '一', 'minutes'],
    })
  })

  test('that the time to sign runs out is no news to staff once all have signed', () => {
    const left = (history: SessionEvent[]) => {
      const window = { window: 'signing', deadline: isoTime(story.signingDeadline) } as const
      return promptForWindow(window, 'opener', stateAfter(history), story.signingDeadline - minute)
    }
    expect(left([...story.signing(), story.signature(1)])?.topic).toBe('signing')
    expect(left(story.signed())).toBeNull()
  })

  test('of a window that runs no more, or until another deadline, nothing is said; who has acted is not hurried', () => {
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

  test('what a newer server says is left to the log: another type, or another version of one', () => {
    for (const newer of [{ type: 'FromTomorrow' }, { type: 'constructor' }, { version: 2 }]) {
      expect(saidOf({ ...happened('EndEntered', {}), ...newer } as never, 'opener')).toBeNull()
    }
  })
})

test('every type has been decided on', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(eventVersions).sort())
})
