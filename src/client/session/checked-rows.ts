import { overviewRows } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { OverviewRow } from './OverviewTable.tsx'

/** The rows of the overview, with what their bidders say of them, as far as the viewer may see it (ANN-13). */
export function checkedRows(state: SessionState): OverviewRow[] {
  return overviewRows(state).map((row) => ({
    ...row,
    rowCheck: state.bidders[row.bidderCode]?.rowCheck ?? null,
  }))
}
