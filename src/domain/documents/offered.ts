import { isOverviewLater } from '../evaluation/overview-later.ts'
import type { Role } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import type { DocumentKey, DocumentKind } from './document.ts'

/** What a region says of documents: whom the supervisor is hidden from, what bidders get, and when the overview. */
export interface Offering {
  readonly rules: { readonly supervisorHiddenFrom: readonly Role[] }
  readonly laterSteps: {
    readonly bidderDocuments: readonly DocumentKind[]
    readonly overviewAfterEvaluation: boolean
  }
}

/** Documents with the figures of all bids. */
const figureKinds: ReadonlySet<DocumentKind> = new Set(['overview', 'base-price', 'unit-prices'])

/**
 * Why somebody may not download a document; null when they may (REP-7, EVA-2). Documents name the supervisor, who is
 * hidden from some roles; what a bidder may download, and whether the bids' figures come after the evaluation,
 * is the region's.
 */
export function downloadProblem(
  state: SessionState,
  role: Role | null,
  { kind, envelope }: Pick<DocumentKey, 'kind' | 'envelope'>,
  { rules, laterSteps }: Offering,
): 'document-not-offered' | 'overview-later' | null {
  if (role === 'bidder') {
    // What bidders sign, they may read.
    if (kind === 'opening-record') return null
    if (!laterSteps.bidderDocuments.includes(kind)) return 'document-not-offered'
    const waits = figureKinds.has(kind) && laterSteps.overviewAfterEvaluation
    return waits && isOverviewLater(state, envelope) ? 'overview-later' : null
  }
  return role === null || rules.supervisorHiddenFrom.includes(role) ? 'document-not-offered' : null
}
