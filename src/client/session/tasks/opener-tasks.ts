import { disputesIn, openDisputes } from '#domain/announcement/disputes.ts'
import { isReadingDue } from '#domain/announcement/reading.ts'
import { currentRule } from '#domain/base-price/current-rule.ts'
import { isBasePriceDue, isBasePriceSaved } from '#domain/base-price/save-check.ts'
import { reopenableFiles, reopeningProblem } from '#domain/decryption/reopening.ts'
import { confirmers, signingBidders } from '#domain/ending/asked.ts'
import { unsigned } from '#domain/ending/ending-conditions.ts'
import { hasInquiry, inquiryObjections, openObjections } from '#domain/inquiry/inquiry.ts'
import { flow, hasAnnouncement, type Step } from '#domain/session/flow.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import { openedBidders, participants } from '#domain/submission/bids.ts'
import { isEncrypted } from '#domain/tender/tender.ts'

/** Where a task is done: a part of the page (`PageTarget`), a tab of step 4, or the button in the step's bar. */
export type TaskPlace =
  | 'command'
  | 'progress'
  | 'reading'
  | 'inquiry'
  | 'disputes'
  | 'basePrice'
  | TaskTab
  | 'bar'
export type TaskTab = 'overview' | 'signing' | 'persons' | 'objections'

export interface OpenerTask {
  /** Of its text. */
  readonly key: string
  readonly done: boolean
  readonly place: TaskPlace
  /** How far it is, where bidders or bids are counted. */
  readonly count?: { readonly done: number; readonly total: number }
}

type TaskRules = Pick<Rules, 'objectionInquiry' | 'basePriceMustBeSaved' | 'remarksRequired'>

/** What the opener does in a step, in order, and what of it is done: a function of the state alone. */
export function openerTasks(
  step: Exclude<Step, 'preparation'>,
  state: SessionState,
  rules: TaskRules,
): OpenerTask[] {
  if (step === 'opening') return openingTasks(state)
  return step === 'announcement' ? announcementTasks(state, rules) : endTasks(state, rules)
}

function openingTasks(state: SessionState): OpenerTask[] {
  const { decryption, tender } = state
  const encrypted = isEncrypted(state)
  const count = { done: openedBidders(state).length, total: participants(state).length }
  const toReopen = reopeningProblem(state) === null && reopenableFiles(state).length > 0
  const announces = hasAnnouncement(tender?.bidStyle ?? 1)
  return [
    ...(encrypted
      ? [{ key: 'decryptionCommand', done: decryption !== null, place: 'command' as const }]
      : []),
    { key: encrypted ? 'decryption' : 'import', done: decryption?.closed === true, place: 'progress', count },
    ...(toReopen ? [{ key: 'reopen', done: false, place: 'progress' as const }] : []),
    {
      key: announces ? 'enterAnnouncement' : 'enterEnd',
      done: state.flow >= (announces ? flow.announcementLowest : flow.end),
      place: 'bar',
    },
  ]
}

function announcementTasks(state: SessionState, rules: TaskRules): OpenerTask[] {
  const { announcement, inquiry } = state
  const total = participants(state).length
  const read = announcement?.reading?.endedAt ? total : (announcement?.reading?.position ?? 0)
  const answered = inquiry?.closed === true
  return [
    { key: 'reading', done: !isReadingDue(state), place: 'reading', count: { done: read, total } },
    ...(hasInquiry(state, rules) ? [{ key: 'inquiry', done: answered, place: 'inquiry' as const }] : []),
    ...repliesOf(state, 'inquiry'),
    ...disputesOf(state, 'disputes'),
    ...(currentRule(state)
      ? [{ key: 'basePrice', done: isBasePriceSaved(state), place: 'basePrice' as const }]
      : []),
    { key: 'enterEnd', done: state.flow >= flow.end, place: 'bar' },
  ]
}

function endTasks(state: SessionState, rules: TaskRules): OpenerTask[] {
  const { confirmation, signing, tender } = state
  const asked = confirmers(state)
  const confirmed = asked.filter((bidder) => bidder.confirmed !== 'no').length
  const total = signingBidders(state).length
  const fixed = signing !== null
  // In mode YS the opening can end unsigned (END-11).
  const signs = fixed || tender?.openingMode !== 'YS'
  const wantsRemarks = rules.remarksRequired && (!fixed || state.remarks !== '')
  const ownSignature = signing?.opener != null
  return [
    ...(isBasePriceDue(state, rules) ? [{ key: 'basePrice', done: false, place: 'basePrice' as const }] : []),
    { key: 'confirmation', done: confirmation !== null, place: 'overview' },
    {
      key: 'confirmed',
      done: confirmation?.closed === true,
      place: 'overview',
      count: { done: confirmed, total: asked.length },
    },
    ...(wantsRemarks ? [{ key: 'remarks', done: state.remarks !== '', place: 'persons' as const }] : []),
    ...(fixed ? [] : [...repliesOf(state, 'objections'), ...disputesOf(state, 'objections')]),
    ...(signs ? [{ key: 'signing', done: fixed, place: 'signing' as const }] : []),
    ...(signs && (ownSignature || !signing?.confirmed)
      ? [{ key: 'ownSignature', done: ownSignature, place: 'signing' as const }]
      : []),
    ...(signs
      ? [
          {
            key: 'signed',
            done: signing?.confirmed === true,
            place: 'signing' as const,
            count: { done: total - unsigned(state).length, total },
          },
        ]
      : []),
    {
      key: 'end',
      done: state.endedAt !== null || betweenEnvelopes(state),
      place: 'bar',
    },
  ]
}

function repliesOf(state: SessionState, place: 'inquiry' | 'objections'): OpenerTask[] {
  if (inquiryObjections(state).length === 0) return []
  return [{ key: 'replies', done: openObjections(state) === 0, place }]
}

function disputesOf(state: SessionState, place: 'disputes' | 'objections'): OpenerTask[] {
  if (disputesIn(state).length === 0) return []
  return [{ key: 'disputes', done: openDisputes(state).length === 0, place }]
}
