import { describe, expect, test } from 'vitest'
import type { FailureCause, OpeningFailure } from '#domain/decryption/outcome.ts'
import { drawsOf } from '#domain/draw/draw-state.ts'
import type { DrawKind, DrawParameter } from '#domain/draw/kinds.ts'
import type { Role } from '#domain/session/actor.ts'
import { eventVersions } from '#domain/session/event.ts'
import { type LotStatus, lotStatuses } from '#domain/session/lot.ts'
import type { SessionState } from '#domain/session/state.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { minute } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { bids, happened, saidOf, seenBy } from '#test/sounds/prompt-fixture.ts'
import { promptTable } from './prompt-table.ts'

test('[VOI-1] every event type has a row', () => {
  expect(Object.keys(promptTable).sort()).toEqual(Object.keys(eventVersions).sort())
})

describe('who hears what', () => {
  test('[VOI-2] only the opener is asked for the time limit, if there is something to decrypt', () => {
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

  test('[END-31] nobody is asked to confirm or to sign where no bid was opened', () => {
    const deadline = isoTime(0)
    const asked = [
      happened('ConfirmationStarted', { limitMinutes: 10, deadline, overviewHash: null }),
      happened('SigningStarted', { limitMinutes: 15, deadline, recordHash: '', statements: null }),
    ]
    const spoken = (plans: typeof bids) =>
      asked.map((one) => saidOf(one, 'bidder', openingOf(plans, 'announced').state) !== null)
    expect(spoken(bids.map((bid) => ({ ...bid, fails: 'time-out' })))).toEqual([false, false])
    expect(spoken(bids)).toEqual([true, true])
  })

  test('the announcement is not mentioned for a tender that has none', () => {
    const { state } = openingOf(bids, 'submitted', { bidStyle: 4 })
    expect(saidOf(happened('AnnouncementStarted', { bidderCount: 3 }), 'bidder', state)).toBeNull()
  })

  test('a message is read to everybody but its writer; clips only hint at it', () => {
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

  test('an objection is urgent for the opener; its answer is for the bidder who raised it', () => {
    const about = { objectionId: 'x', bidderCode: 'B0001', content: '…' }
    const raised = happened('ObjectionRaised', { ...about, attachment: null })
    expect(saidOf(raised, 'opener')?.urgent).toBe(true)
    expect(saidOf(raised, 'bidder')).toBeNull()
    expect(saidOf(happened('ObjectionReplied', about), 'opener')).toBeNull()
  })

  test('a mark of invalidity is reported to its bidder as theirs, to others by name, not to its author', () => {
    const { state } = openingOf(bids, 'decrypted')
    const marked = (role: Role, invalid: boolean, now: SessionState = state) =>
      saidOf(happened('BidMarked', { bidderCode: 'B0001', invalid, note: '未盖章' }), role, now)?.text.zh
    expect(marked('bidder', true)).toBe('您的投标文件被标记为无效，详见开标进程。')
    expect(marked('bidder', true, seenBy(2))).toBe(`${bids[0]?.name}，投标文件被标记为无效，详见开标进程。`)
    expect(marked('supervisor', false)).toBe(`${bids[0]?.name}，投标文件的无效标记已取消。`)
    expect(marked('opener', true)).toBeUndefined()
  })
})

describe('a bid that was not opened', () => {
  const refusal = { bidderCode: 'B0001', fileId: 'f', method: 'file-key' } as const

  test('a key that does not open the file is reported to its bidder only, with what they can do', () => {
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

  test('a bidder whose file failed through no fault of theirs is asked for a backup until the announcement', () => {
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
})

test('the status of the lot is urgent for all; when it resumes they hear the time left', () => {
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
      en: 'The section is open again; 12 minutes left for decryption.',
    },
    clips: ['lotOpen', 'decryptionLeft', '十', '二', 'minutes'],
  })
  const sooner = isoTime(epochOf(at) + 9.4 * minute)
  const earlier = { ...state, decryption: { ...window, deadline: sooner } as typeof window }
  expect(said('open', earlier)?.text.en).toBe('The section is open again; 9 minutes left for decryption.')
  expect(said('open', { ...goesOn, decryption: null })?.text.zh).toBe('标段恢复正常。')
})

test('a draw is announced once, with its values as they are read', () => {
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
