import { epochOf } from '#lib/time.ts'
import { lackingDraws, missingDraw, neededDraws } from '../draw/needed.ts'
import { flow, leastBids } from '../session/flow.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import type { Rules } from '../session/variant-rules.ts'
import { submitters } from '../submission/bids.ts'
import { importedFile } from '../tender/imported-files.ts'
import { type TenderFileKind, tenderFileKinds } from '../tender/tender-file.ts'
import { siteStaffOf } from './site-staff.ts'

export type EntryRules = Pick<
  Rules,
  'minimumBidders' | 'refuseTooFewBidders' | 'personInfoRequired' | 'workersRequired'
>

/** Something that step 2 needs besides the opening time. */
export interface EntryCondition {
  readonly name: 'bids' | 'tenderFiles' | 'draws' | 'personInfo' | 'siteStaff'
  /** How many of them this section needs: 0 where the region or the tender asks for none. */
  readonly needed: number
  readonly done: number
  /** The refusal while some are missing. */
  readonly problem: Rejection | null
}

/** The entry check to step 2 (PRE-2): the first thing that is missing; null when the opener may enter. */
export function openingProblem(state: SessionState, rules: EntryRules, now: number): Rejection | null {
  if (!state.tender) return { code: 'not-published', params: {} }
  if (now < epochOf(state.tender.opensAt)) return { code: 'opening-step-too-early', params: {} }
  return firstProblem(entryConditions(state, rules))
}

/** What step 2 needs from the opening time on, in the order in which the entry check asks for it (PRE-2). */
export function entryConditions(state: SessionState, rules: EntryRules): EntryCondition[] {
  return [enoughBids(state, rules), ...preparationOf(state, rules)]
}

/** What the opener prepares: tender files, draws and people. */
function preparationOf(state: SessionState, rules: EntryRules): EntryCondition[] {
  return [tenderFiles(state), draws(state), personInfo(state, rules), siteStaff(state, rules)]
}

function firstProblem(conditions: readonly EntryCondition[]): Rejection | null {
  return conditions.find(({ problem }) => problem)?.problem ?? null
}

/** kbFlowStatus as others read it: 5 once the preparation is done, after the end as the region has it (SES-2). */
export function flowStatusOf(state: SessionState, rules: Rules): number {
  if (state.flow === flow.ended) return rules.flowAfterEnd
  if (state.flow !== flow.start || !state.tender) return state.flow
  return firstProblem(preparationOf(state, rules)) ? flow.start : flow.prepared
}

/** The refusal for too few bids, from the opening time on (PRE-3); null otherwise. */
export function tooFewBids(state: SessionState, usual: number, now: number): Rejection | null {
  const count = submitters(state).length
  if (!state.tender || now < epochOf(state.tender.opensAt)) return null
  const minimum = leastBids(state.tender.bidStyle, usual)
  if (count >= minimum) return null
  return { code: 'too-few-bidders', params: { minimum, count } }
}

/** Enough bids, where the variant refuses step 2 with too few (PRE-3). */
function enoughBids(state: SessionState, rules: EntryRules): EntryCondition {
  const { tender } = state
  if (!tender || !rules.refuseTooFewBidders) return condition('bids', 0, 0, null)
  const problem = tooFewBids(state, rules.minimumBidders, epochOf(tender.opensAt))
  const needed = leastBids(tender.bidStyle, rules.minimumBidders)
  return condition('bids', needed, submitters(state).length, problem)
}

/** The tender files that the tender requires (PRE-2); most require none. */
function tenderFiles(state: SessionState): EntryCondition {
  const required = tenderFileKinds.filter((kind) => state.tender?.requiredTenderFiles?.includes(kind))
  const lacking = required.filter((kind) => !importedFile(state, kind))
  const [missing] = lacking
  const problem = missing ? { code: notImported[missing], params: {} } : null
  return condition('tenderFiles', required.length, required.length - lacking.length, problem)
}

const notImported = {
  technical: 'technical-file-not-imported',
  commercial: 'commercial-file-not-imported',
  'control-price': 'control-price-file-not-imported',
} as const satisfies Record<TenderFileKind, Rejection['code']>

/** The draws that the tender needs (DRW-19). */
function draws(state: SessionState): EntryCondition {
  const needed = state.tender ? neededDraws(state.tender).length : 0
  return condition('draws', needed, needed - lackingDraws(state).length, missingDraw(state))
}

/** The people in charge, where the variant requires them (PRE-4). */
function personInfo({ persons }: SessionState, rules: EntryRules): EntryCondition {
  const isAsked = rules.personInfoRequired
  const isMissing = isAsked && !persons
  const problem: Rejection | null = isMissing ? { code: 'person-info-missing', params: {} } : null
  return condition('personInfo', isAsked ? 1 : 0, persons ? 1 : 0, problem)
}

/**
 * Agency staff on site, where the variant requires it (PRE-4). Only before the first envelope: removing a row later must
 * not block the second.
 */
function siteStaff(state: SessionState, rules: EntryRules): EntryCondition {
  const isAsked = rules.workersRequired && state.stage.number === 1
  const isMissing = isAsked && lacksAgencyStaff(state)
  const problem: Rejection | null = isMissing ? { code: 'workers-missing', params: {} } : null
  return condition('siteStaff', isAsked ? 1 : 0, isMissing ? 0 : 1, problem)
}

function condition(
  name: EntryCondition['name'],
  needed: number,
  done: number,
  problem: Rejection | null,
): EntryCondition {
  return { name, needed, done: Math.min(done, needed), problem }
}

/** Whether the site staff has no row of agency staff. */
export function lacksAgencyStaff(state: SessionState): boolean {
  return !siteStaffOf(state).some(({ kind }) => kind === 'agency-staff')
}
