import { expect, it } from 'vitest'
import { noBasePrice } from '#domain/base-price/base-price-state.ts'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { recordKey } from '#domain/documents/document.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { resultSchema } from '#protocol/session-result.ts'
import { pricedState } from '#test/base-price/priced-state.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidderCode,
  documentHash,
  documentId,
  figuresOf,
  objectionText,
  platform,
  replyText,
  signatureOf,
} from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { agencyCode, openingTime, rules } from '#test/support/sample-tender.ts'
import { resultOf } from './session-result.ts'

const id = '00000000-0000-4000-8000-000000000001'
const bids = [1, 2].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n), signs: n === 1 }))

it('[PLF-3] a result has people, window, signatures and the record’s hash', () => {
  const { state, entries } = openingOf(bids)
  const last = entries.at(-1)
  const result = last && resultOf(id, id, last, state, { rules, sealed: null })
  expect(resultSchema.parse(result)).toEqual(result)
  expect(result).toMatchObject({
    event: 'opening-ended',
    recordHash: state.signing?.recordHash,
    persons: { kbr: '王主持', cbr: '刘唱标', jlr: '周记录', jbr: '陈监督' },
    decryption: { StartTime: state.decryption?.issuedAt, closedBy: state.decryption?.cause },
    signing: { is_SignConfirm: true },
    baseTotalPrice: null,
    documents: [],
  })
  expect(result?.bids.map(({ signature }) => signature?.jws ?? null)).toEqual([signatureOf(1).jws, null])
})

it('[END-22] a result has the opener’s own signature with their unit, and none where they have not signed', () => {
  const { state: unsigned, entries } = openingOf(bids)
  const last = entries.at(-1)
  if (!last) throw new Error('an entry expected')
  const signed = stateAfter([...histories.signing(), histories.openerSignature, histories.signature(1)])
  const of = (state: typeof signed) => resultOf(id, id, last, state, { rules, sealed: null })
  expect(resultSchema.parse(of(signed))).toEqual(of(signed))
  expect(of(signed)?.openerSignature).toEqual({
    ...{ EntprsCode: agencyCode, EntprsName: signed.tender?.agency, Signer: '投标人9', cms: 'MIIC' },
    ...{ fingerprint: signatureOf(9).fingerprint, jws: signatureOf(9).jws },
    signTime: signed.signing?.opener?.at,
  })
  expect(of(unsigned)?.openerSignature).toBeNull()
})

it('[INQ-11] a result has the answers to the objection inquiry with their replies', () => {
  const { entries } = openingOf(bids)
  const last = entries.at(-1)
  const state = stateAfter([...histories.inquired(), histories.inquiryReply(1)])
  const result = last && resultOf(id, id, last, state, { rules, sealed: null })
  expect(resultSchema.parse(result)).toEqual(result)
  expect(result?.inquiry).toMatchObject({
    closedBy: 'all-answered',
    answers: [
      { ShiFouYouYiYi: true, YiYiNeiRong: objectionText, respondContent: replyText },
      { ShiFouYouYiYi: false, YiYiNeiRong: '', respondTime: null },
    ],
  })
  const none =
    last && resultOf(id, id, last, stateAfter(histories.signingConfirmed()), { rules, sealed: null })
  expect(none?.inquiry).toBeNull()
})

it('[PLF-3] a result has what bidders say of their rows with the replies, and why the reading was cut short', () => {
  const { entries } = openingOf(bids)
  const last = entries.at(-1)
  const after = (...told: SessionEvent[]) =>
    last && resultOf(id, id, last, stateAfter([...histories.reading(), ...told]), { rules, sealed: null })
  const cutShort = event('ReadingCutShort', { reason: '会场停电' })
  const right = event('RowChecked', { bidderCode: bidderCode(2), answer: 'right', text: '' })
  const result = after(histories.dispute(1), histories.disputeReply(1), right, cutShort)
  expect(resultSchema.parse(result)).toEqual(result)
  expect(result?.readingCutShort).toBe('会场停电')
  expect(result?.bids.map(({ rowCheck }) => rowCheck)).toMatchObject([
    { ShiFouYouYiYi: true, YiYiNeiRong: '工期有误', respondContent: replyText },
    { ShiFouYouYiYi: false, YiYiNeiRong: '', respondContent: '', respondTime: null },
  ])
  const silent = after()
  expect(silent?.readingCutShort).toBeNull()
  expect(silent?.bids.map(({ rowCheck }) => rowCheck)).toEqual([null, null])
})

it('[PLF-3] names the documents by which their bytes are checked', () => {
  const { entries } = openingOf(bids)
  const last = entries.at(-1)
  const state = stateAfter([...histories.signingConfirmed(), histories.filed(1)])
  const result = last && resultOf(id, id, last, state, { rules, sealed: null })
  expect(result?.documents).toMatchObject([{ kind: 'overview', version: 1, StageOrd: 1, size: 1200 }])
})

it('[PLF-3] names the files on problems of the opening, but not those that deposits are checked with', () => {
  const { entries } = openingOf(bids)
  const last = entries.at(-1)
  const added = (purpose: 'problem' | 'deposit-check', name: string) =>
    event('OpeningFileAdded', {
      purpose,
      file: { fileId: crypto.randomUUID(), name, kind: 'pdf', size: 900, sha256: 'ab'.repeat(32) },
    })
  const files = [added('problem', '停电说明.pdf'), added('deposit-check', '流水.pdf')]
  const result =
    last &&
    resultOf(id, id, last, stateAfter([...histories.signingConfirmed(), ...files]), { rules, sealed: null })
  expect(result?.attachments).toMatchObject([
    { reportName: '停电说明.pdf', sha256: 'ab'.repeat(32), size: 900 },
  ])
})

it('[PLF-3] the base price is handed over while it holds, saved or only calculated', () => {
  const { entries } = openingOf(bids)
  const last = entries.at(-1)
  const state = pricedState({ bids: ['1000000', '1100000', '1200000'] })
  const calculated = calculateBasePrice(state)
  if (!calculated.ok) throw new Error(calculated.error.code)
  const at = '2026-03-02T02:30:00.000Z'
  const { price } = calculated.value
  const handedOver = () => last && resultOf(id, id, last, state, { rules, sealed: null })?.baseTotalPrice
  const stands = { ...noBasePrice, calculated: { ...calculated.value, at } }
  state.basePrice = stands
  expect(handedOver()).toBe(price)
  const first = state.bidders[state.order[0] ?? '']
  if (first) first.invalid = { note: '资格不符' }
  expect(handedOver()).toBeNull()
  state.basePrice = { ...stands, saved: { price, at } }
  expect(handedOver()).toBeNull()
  if (first) first.invalid = null
  expect(handedOver()).toBe(price)
})

it('[HLT-8] a failed lot is handed over with its reason, who declared it and who signed', () => {
  const { state, ask, entries } = openingOf(bids, 'failing')
  ask(
    { type: 'DecideFailure', payload: { approved: true, reason: '同意流标' } },
    platform,
    openingTime + 3_600_000,
  )
  const last = entries.at(-1)
  const result = last && resultOf(id, id, last, state, { rules, sealed: null })
  expect(resultSchema.parse(result)).toEqual(result)
  expect(result).toMatchObject({
    ...{ event: 'lot-failed', bidStatus: '已流标' },
    failure: {
      ...{ LiuBiaoYuanYin: '投标人不足3家', Noter: '周记录', Agent: '', SignInfo: null },
      ...{ name: '王主持', ShenPiYiJian: '同意流标' },
    },
    interruptions: [
      { BDZHUANGTAI: 4, reason: '停电', jlr: '周记录', name: '王主持' },
      { BDZHUANGTAI: 2, reason: '投标人不足3家' },
    ],
  })
})

it('[DEC-16] says of a marked bid that it is invalid, whatever its note', () => {
  const { state, entries } = openingOf([{ name: '无效有限公司', figures: figuresOf(1), invalid: '未盖章' }])
  const [bidder] = Object.values(state.bidders)
  const last = entries.at(-1)
  if (!bidder || !last) throw new Error('a bidder expected')
  const marked = { ...state, bidders: { [bidder.code]: { ...bidder, invalid: { note: '' } } } }
  expect(resultOf(id, id, last, marked, { rules, sealed: null })?.bids).toMatchObject([
    { isBadBidOpen: true, badBidNote: '' },
  ])
})

it('[PLF-3] names the sealed record once, also where it was made after the end', () => {
  const { state, entries } = openingOf(bids)
  const last = entries.at(-1)
  if (!last) throw new Error('an entry expected')
  const named = (of: typeof state) =>
    resultOf(id, id, last, of, { rules, sealed })?.documents.map(({ kind, sha256 }) => [kind, sha256])
  const sealed = {
    ...{
      ...recordKey('sealed-record', 1),
      documentId: documentId(9),
      version: 1,
      reason: '',
      basis: 9,
      by: '',
    },
    ...{ sha256: documentHash(9), size: 4000, at: last.at, withdrawn: null },
  }
  expect(named(state)).toEqual([['sealed-record', documentHash(9)]])
  expect(named({ ...state, documents: [sealed] })).toEqual([['sealed-record', documentHash(9)]])
})
