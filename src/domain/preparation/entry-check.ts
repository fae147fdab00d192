import { epochOf } from '#lib/time.ts'
import { missingDraw } from '../draw/needed.ts'
import { flow, leastBids } from '../session/flow.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import type { Rules } from '../session/variant-rules.ts'
import { submitters } from '../submission/bids.ts'
import { importedFile } from '../tender/imported-files.ts'
import { type TenderFileKind, tenderFileKinds } from '../tender/tender-file.ts'
import { siteStaffOf } from './site-staff.ts'

/** The entry check to step 2 (PRE-2): the first thing that is missing; null when the opener may enter. */
export function openingProblem(state: SessionState, rules: Rules, now: number): Rejection | null {
  if (!state.tender) return { code: 'not-published', params: {} }
  if (now < epochOf(state.tender.opensAt)) return { code: 'opening-step-too-early', params: {} }
  const tooFew = tooFewBids(state, rules.minimumBidders, now)
  if (rules.refuseTooFewBidders && tooFew) return tooFew
  return preparationProblem(state, rules)
}

/** What the preparation still lacks: tender files, draws or people; null when it is done. */
function preparationProblem(state: SessionState, rules: Rules): Rejection | null {
  return missingTenderFile(state) ?? missingDraw(state) ?? siteStaffProblem(state, rules)
}

/** kbFlowStatus as others read it: 5 once the preparation is done, after the end as the region has it (SES-2). */
export function flowStatusOf(state: SessionState, rules: Rules): number {
  if (state.flow === flow.ended) return rules.flowAfterEnd
  if (state.flow !== flow.start || !state.tender) return state.flow
  return preparationProblem(state, rules) ? flow.start : flow.prepared
}

/** The refusal for too few bids, from the opening time on (PRE-3); null otherwise. */
export function tooFewBids(state: SessionState, usual: number, now: number): Rejection | null {
  const count = submitters(state).length
  if (!state.tender || now < epochOf(state.tender.opensAt)) return null
  const minimum = leastBids(state.tender.bidStyle, usual)
  if (count >= minimum) return null
  return { code: 'too-few-bidders', params: { minimum, count } }
}

/** The first required tender file that is not imported (PRE-2); most tenders require none. */
function missingTenderFile(state: SessionState): Rejection | null {
  const required = state.tender?.requiredTenderFiles ?? []
  const missing = tenderFileKinds.find((kind) => required.includes(kind) && !importedFile(state, kind))
  return missing ? { code: notImported[missing], params: {} } : null
}

const notImported = {
  technical: 'technical-file-not-imported',
  commercial: 'commercial-file-not-imported',
  'control-price': 'control-price-file-not-imported',
} as const satisfies Record<TenderFileKind, Rejection['code']>

/** The people that the variant requires (PRE-4): person info and agency staff on site. */
function siteStaffProblem(state: SessionState, rules: Rules): Rejection | null {
  if (rules.personInfoRequired && !state.persons) return { code: 'person-info-missing', params: {} }
  // Only before the first envelope: removing a row later must not block the second.
  const isAsked = rules.workersRequired && state.stage.number === 1
  if (isAsked && lacksAgencyStaff(state)) return { code: 'workers-missing', params: {} }
  return null
}

/** Whether the site staff has no row of agency staff. */
export function lacksAgencyStaff(state: SessionState): boolean {
  return !siteStaffOf(state).some(({ kind }) => kind === 'agency-staff')
}
