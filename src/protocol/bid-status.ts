import type { EvaluationStatus } from '#domain/evaluation/evaluation-status.ts'
import type { BidStatus } from '#domain/session/flow.ts'

/** bidStatus on the wire (SES-3). */
export const bidStatusNames: Readonly<Record<BidStatus, string>> = {
  'not-opened': '未开标',
  opening: '开标中',
  'to-be-opened': '待开标',
  opened: '开标完',
  failed: '已流标',
}

const evaluationNames: Readonly<Record<EvaluationStatus, string>> = {
  evaluating: '评标中',
  evaluated: '评标完',
}

/** bidStatus of a session, in a region that may distinguish the evaluation of what was opened (EVA-1). */
export function bidStatusOf(
  state: { readonly status: BidStatus; readonly evaluationStatus: EvaluationStatus | null },
  extraStatuses: readonly string[],
): string {
  const { status, evaluationStatus } = state
  const isShown = evaluationStatus !== null && status !== 'failed' && extraStatuses.includes(evaluationStatus)
  return isShown ? evaluationNames[evaluationStatus] : bidStatusNames[status]
}
