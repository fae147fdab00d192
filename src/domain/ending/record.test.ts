import { describe, expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { type BidPlan, openingOf } from '#test/domain/session.ts'
import { calculateBasePrice } from '../base-price/calculate.ts'
import { event } from '../session/event.ts'
import { reviveState, type SessionState } from '../session/state.ts'
import { viewState } from '../session/view-state.ts'
import type { AskedFile } from '../submission/bid-file.ts'
import { openingRecord, overviewHash, overviewRows, recordHash } from './record.ts'
import { statementsOf } from './statements.ts'
import type { Statements } from './statements-schema.ts'

const bids: readonly BidPlan[] = [
  { name: '甲公司', figures: figuresOf(1) },
  { name: '未投标公司', figures: null },
  { name: '乙公司', figures: figuresOf(3), invalid: '资格不符', remark: '备注' },
  { name: '丙公司', figures: figuresOf(4), fails: 'wrong-key' },
]

describe('the overview', () => {
  test('[ANN-6] has a row per bid in the order of enrolment', () => {
    const rows = overviewRows(openingOf(bids).state)
    expect(rows).toEqual([
      {
        index: 1,
        bidderCode: bidderCode(1),
        bidderName: '甲公司',
        figures: figuresOf(1),
        badge: null,
        cause: null,
        note: '',
        remark: '',
        confirmed: 'bidder',
      },
      {
        index: 2,
        bidderCode: bidderCode(3),
        bidderName: '乙公司',
        figures: figuresOf(3),
        badge: 'invalid',
        cause: null,
        note: '资格不符',
        remark: '备注',
        confirmed: 'bidder',
      },
      {
        index: 3,
        bidderCode: bidderCode(4),
        bidderName: '丙公司',
        figures: null,
        badge: 'failed',
        cause: 'wrong-key',
        note: '',
        remark: '',
        confirmed: 'no',
      },
    ])
  })

  test('has no figures before the announcement', () => {
    const rows = overviewRows(openingOf(bids, 'decrypted').state)
    expect(rows.map((row) => row.figures)).toEqual([null, null, null])
  })

  test('is the same document while bidders confirm it', () => {
    const before = overviewHash(stateAfter(histories.confirming()))
    expect(overviewHash(stateAfter([...histories.confirming(), histories.confirmation(1)]))).toBe(before)
  })

  test.each([
    ['a figure', event('BidAnnounced', { bidderCode: bidderCode(1), figures: figuresOf(7) })],
    ['a mark', event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '资格不符' })],
    ['a remark', event('BidRemarked', { bidderCode: bidderCode(1), remark: '另注' })],
  ])('is another document once %s differs', (_name, change) => {
    const before = overviewHash(stateAfter(histories.announced()))
    expect(overviewHash(stateAfter([...histories.announced(), change]))).not.toBe(before)
  })
})

describe('the opening record', () => {
  test('[END-16] has the saved base price with its working, and nothing of it where none is saved', () => {
    const announced = histories.announced({ evaluation: { basePrice: {} } })
    const result = calculateBasePrice(stateAfter(announced))
    if (!result.ok) throw new Error(result.error.code)
    const { price, unit, steps } = result.value
    const calculated = [...announced, event('BasePriceCalculated', { calculation: result.value })]
    expect(openingRecord(stateAfter(calculated))).not.toHaveProperty('basePrice')
    const saved = [...calculated, event('BasePriceSaved', { price })]
    const counted = { place: 'counted', why: 'rule', reason: '' }
    expect(openingRecord(stateAfter(saved)).basePrice).toEqual({
      ...{ price, unit, steps, reviewGroup: false },
      bids: [1, 2].map((n) => ({ bidderCode: bidderCode(n), ...counted })),
    })
  })

  test('[END-16] names opener, announcer, recorder and supervisor', () => {
    const record = openingRecord(openingOf(bids).state)
    expect(record.persons).toMatchObject({ announcer: '刘唱标', recorder: '周记录' })
    expect(record.supervisor).toBe('陈监督')
    expect(record.remarks).toBe('开标过程无异常。')
    expect(record.decryption?.closedBy).toBe('time-out')
    expect(record.rows).toHaveLength(3)
  })

  test('leaves out a tender’s default values, as records of earlier versions do', () => {
    const bidFiles: AskedFile[] = [
      { kind: 'technical', envelope: 1, required: true },
      { kind: 'video', envelope: 1, required: false },
    ]
    const told = { bidFiles, openingMode: 'YS', preReview: true, depositForm: 10 } as const
    const [plain, telling] = [histories.published(), histories.published(told)].map(stateAfter)
    for (const [field, value] of Object.entries(told)) {
      expect(openingRecord(plain as SessionState).tender).not.toHaveProperty(field)
      expect(openingRecord(telling as SessionState).tender).toHaveProperty(field, value)
    }
  })

  test('[SES-17] [END-16] does not change once signing is ordered, whoever enters or signs', () => {
    const late = event(
      'ParticipantEntered',
      { role: 'supervisor', bidderCode: null, name: '后来的监督' },
      { address: '10.0.0.8' },
    )
    const fixed = recordHash(stateAfter(histories.signing()))
    expect(recordHash(stateAfter([...histories.signed(), late]))).toBe(fixed)
    expect(recordHash(stateAfter([...histories.confirmed(), late]))).not.toBe(fixed)
  })
})

describe('what bidders said in the record', () => {
  const disputed = event('RowChecked', { bidderCode: bidderCode(1), answer: 'disputed', text: '工期有误' })
  const cutShort = event('ReadingCutShort', { reason: '会场停电' })
  const told = [...histories.announced(), cutShort, disputed]
  const started = (statements: Statements | null) =>
    event('SigningStarted', { limitMinutes: 15, deadline: '', recordHash: '', statements })

  test('[END-28] is fixed by the signing command, with the reason of a reading cut short', () => {
    const state = stateAfter(told)
    const wanted = {
      readingCutShort: '会场停电',
      disputes: [{ bidderCode: bidderCode(1), text: '工期有误' }],
    }
    expect(openingRecord(state)).toMatchObject(wanted)
    const signing = stateAfter([...told, started(statementsOf(state))])
    expect(recordHash(signing)).toBe(recordHash(state))
    const viewers = [
      { role: 'bidder', unitCode: bidderCode(2), seesSupervisor: true },
      { role: 'opener', unitCode: null, seesSupervisor: true },
    ] as const
    for (const viewer of viewers) expect(recordHash(viewState(viewer, signing))).toBe(recordHash(state))
  })

  test('[END-28] has the reason of a confirmation ended early, and keeps it once signing is ordered', () => {
    const ended = event('ConfirmationEnded', { reason: '均已到场', automatic: [bidderCode(2)] })
    const early = [...histories.confirming(), histories.confirmation(1), ended]
    const state = stateAfter(early)
    expect(openingRecord(state)).toMatchObject({ confirmationEnded: '均已到场' })
    expect(openingRecord(stateAfter(histories.confirmed()))).not.toHaveProperty('confirmationEnded')
    expect(recordHash(stateAfter([...early, started(statementsOf(state))]))).toBe(recordHash(state))
    expect(openingRecord(stateAfter([...early, started(null)]))).not.toHaveProperty('confirmationEnded')
  })

  test('[END-28] is left out of a record that was fixed without it, which keeps its hash', () => {
    const before = stateAfter([...told, started(null)])
    expect(openingRecord(before)).not.toHaveProperty('disputes')
    expect(openingRecord(before)).not.toHaveProperty('readingCutShort')
    const revived = reviveState(
      JSON.parse(JSON.stringify(before, (key, value) => (key === 'statements' ? undefined : value))),
    )
    expect(recordHash(revived)).toBe(recordHash(before))
  })
})
