import { disputesIn, openDisputes } from '#domain/announcement/disputes.ts'
import { isReadingDue } from '#domain/announcement/reading.ts'
import { currentRule } from '#domain/base-price/current-rule.ts'
import { isBasePriceDue, isBasePriceSaved } from '#domain/base-price/save-check.ts'
import { reopenableFiles, reopeningProblem } from '#domain/decryption/reopening.ts'
import { confirmers, signingBidders } from '#domain/ending/asked.ts'
import { confirmSigningProblem, unsigned } from '#domain/ending/ending-conditions.ts'
import { askedBidders, hasInquiry, inquiryObjections, openObjections } from '#domain/inquiry/inquiry.ts'
import { type EntryCondition, type EntryRules, entryConditions } from '#domain/preparation/entry-check.ts'
import { flow, hasAnnouncement, type Step } from '#domain/session/flow.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import { openedBidders, participants } from '#domain/submission/bids.ts'
import { isEncrypted } from '#domain/tender/tender.ts'

/** Where a task is done: a part of the page (`PageTarget`), a tab of step 4, or the button in the step's bar. */
export type TaskPlace =
  | EntryCondition['name']
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
  /** Why there is nothing to do: this section does not need it, or its opening time has not come. */
  readonly idle?: 'notNeeded' | 'fromOpeningTime'
  /** It waits for a task before it. */
  readonly later?: boolean
  readonly place: TaskPlace
  /** How far it is, where bidders or bids are counted. */
  readonly count?: { readonly done: number; readonly total: number }
}

type TaskRules = EntryRules & Pick<Rules, 'objectionInquiry' | 'basePriceMustBeSaved' | 'remarksRequired'>

/** What the opener does in a step, in order, and what of it is done. `isDue`: whether the opening time has come. */
export function openerTasks(step: Step, state: SessionState, rules: TaskRules, isDue: boolean): OpenerTask[] {
  switch (step) {
    case 'preparation':
      return preparationTasks(state, rules, isDue)
    case 'opening':
      return openingTasks(state)
    case 'announcement':
      return announcementTasks(state, rules)
    case 'end':
      return endTasks(state, rules)
  }
}

/** The first task that can be done now. */
export function nextTask(tasks: readonly OpenerTask[]): OpenerTask | undefined {
  return tasks.find(({ done, idle }) => !done && !idle)
}

/** The tasks that can be done now: the next one, and what need not wait for it. */
export function tasksNow(tasks: readonly OpenerTask[], next: OpenerTask | undefined): OpenerTask[] {
  return tasks.filter(
    (task) => task === next || !(task.done || task.idle || task.later || task.place === 'bar'),
  )
}

/** What step 2 needs, then what this section does not need, and the way on. Draws wait for the opening time (DRW-10). */
function preparationTasks(state: SessionState, rules: EntryRules, isDue: boolean): OpenerTask[] {
  const entered = state.flow >= flow.opening
  // Once step 2 is entered nothing is asked for any more.
  const asked = inOrderOfWork(entryConditions(state, rules)).filter(
    ({ name, needed }) => needed > 0 || !(entered || name === 'bids'),
  )
  return [
    ...asked.map((condition) => conditionTask(condition, entered, isDue)),
    { key: 'enterOpening', done: entered, place: 'bar', ...(isDue ? {} : { idle: 'fromOpeningTime' }) },
  ]
}

/** What step 2 needs comes before what it does not need, each in the order of the entry check (PRE-2). */
export function inOrderOfWork(conditions: readonly EntryCondition[]): EntryCondition[] {
  const isNeeded = ({ needed }: EntryCondition) => needed > 0
  return [...conditions.filter(isNeeded), ...conditions.filter((one) => !isNeeded(one))]
}

function conditionTask(
  { name, needed, done, problem }: EntryCondition,
  entered: boolean,
  isDue: boolean,
): OpenerTask {
  const task = { key: name, place: name }
  if (needed === 0) return { ...task, done: false, idle: 'notNeeded' }
  const counted = { ...task, ...(needed > 1 || name === 'bids' ? { count: { done, total: needed } } : {}) }
  // Until the opening time bids are submitted and withdrawn.
  const waits = !isDue && (name === 'bids' || name === 'draws')
  if (waits) return { ...counted, done: false, idle: 'fromOpeningTime' }
  return { ...counted, done: entered || problem === null }
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
    {
      ...{ key: encrypted ? 'decryption' : 'import', place: 'progress', count },
      ...{ done: decryption?.closed === true, later: encrypted && decryption === null },
    },
    ...(toReopen ? [{ key: 'reopen', done: false, place: 'progress' as const }] : []),
    {
      key: announces ? 'enterAnnouncement' : 'enterEnd',
      done: state.flow >= (announces ? flow.announcementLowest : flow.end),
      place: 'bar',
    },
  ]
}

function announcementTasks(state: SessionState, rules: TaskRules): OpenerTask[] {
  const { announcement } = state
  const total = participants(state).length
  const read = announcement?.reading?.endedAt ? total : (announcement?.reading?.position ?? 0)
  return [
    { key: 'reading', done: !isReadingDue(state), place: 'reading', count: { done: read, total } },
    ...(hasInquiry(state, rules) ? [inquiryTask(state)] : []),
    ...repliesOf(state, 'inquiry'),
    ...disputesOf(state, 'disputes'),
    ...(currentRule(state)
      ? [{ key: 'basePrice', done: isBasePriceSaved(state), place: 'basePrice' as const }]
      : []),
    { key: 'enterEnd', done: state.flow >= flow.end, place: 'bar' },
  ]
}

function inquiryTask(state: SessionState): OpenerTask {
  const asked = askedBidders(state)
  const done = asked.filter(({ answer }) => answer).length
  return {
    ...{ key: 'inquiry', done: state.inquiry?.closed === true, place: 'inquiry' },
    ...(state.inquiry ? { count: { done, total: asked.length } } : {}),
  }
}

function endTasks(state: SessionState, rules: TaskRules): OpenerTask[] {
  const { confirmation, signing, tender } = state
  const asked = confirmers(state)
  const confirmed = asked.filter((bidder) => bidder.confirmed !== 'no').length
  const fixed = signing !== null
  // In mode YS the opening can end unsigned (END-11).
  const signs = fixed || tender?.openingMode !== 'YS'
  const wantsRemarks = rules.remarksRequired && (!fixed || state.remarks !== '')
  const ownSignature = signing?.opener != null
  return [
    ...(isBasePriceDue(state, rules) ? [{ key: 'basePrice', done: false, place: 'basePrice' as const }] : []),
    { key: 'confirmation', done: confirmation !== null, place: 'overview' },
    {
      ...{ key: 'confirmed', place: 'overview', count: { done: confirmed, total: asked.length } },
      ...{ done: confirmation?.closed === true, later: confirmation === null },
    },
    ...(wantsRemarks ? [{ key: 'remarks', done: state.remarks !== '', place: 'persons' as const }] : []),
    ...(fixed ? [] : [...repliesOf(state, 'objections'), ...disputesOf(state, 'objections')]),
    ...(signs
      ? [{ key: 'signing', done: fixed, place: 'signing' as const, later: confirmation?.closed !== true }]
      : []),
    ...(signs && (ownSignature || !signing?.confirmed)
      ? [{ key: 'ownSignature', done: ownSignature, place: 'signing' as const, later: !fixed }]
      : []),
    ...(signs ? signedTasks(state) : []),
    {
      key: 'end',
      done: state.endedAt !== null || betweenEnvelopes(state),
      place: 'bar',
    },
  ]
}

/** All bidders sign, and then the opener confirms it: with the time over also what is missing (END-10). */
function signedTasks(state: SessionState): OpenerTask[] {
  const total = signingBidders(state).length
  const missing = unsigned(state).length
  const confirmed = state.signing?.confirmed === true
  const allSigned = confirmed || (state.signing !== null && missing === 0)
  return [
    {
      ...{ key: 'signed', place: 'signing', count: { done: total - missing, total } },
      ...{ done: allSigned, later: state.signing === null },
    },
    {
      ...{ key: 'signingConfirmed', place: 'signing' },
      ...{ done: confirmed, later: confirmSigningProblem(state) !== null },
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
