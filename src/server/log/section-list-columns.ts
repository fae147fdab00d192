import type { SessionState } from '#domain/session/state.ts'
import { hasSubmitted, submitters } from '#domain/submission/bids.ts'
import { qualificationMethodOf } from '#domain/tender/tender.ts'
import { lotCodes } from '#protocol/lot-status.ts'
import { foldOf, type SessionWrite } from './session-write.ts'

/** $4 … $21: the section list's columns of each session, and the bidders who were enrolled. */
export function sectionListValues(writes: readonly SessionWrite[]): unknown[] {
  const rows = writes.map((write) => columnsOf(foldOf(write).state))
  const enrolled = writes.flatMap(({ session, plans }) =>
    plans
      .flatMap(({ entries }) => entries.filter(({ type }) => type === 'BidderEnrolled'))
      .map((entry) => ({ session, entry })),
  )
  return [
    ...Array.from({ length: columnCount }, (_, i) => rows.map((columns) => columns[i])),
    enrolled.map(({ session }) => session.id),
    enrolled.map(({ entry }) => (entry.payload as { bidderCode: string }).bidderCode),
  ]
}

const columnCount = 16

/** The values of status … lot_status. */
function columnsOf(state: SessionState): unknown[] {
  const { tender, status, flow, endedAt } = state
  const { sectionCode, sectionName, projectKind, qualification, industry, specialty, agencyCode, opensAt } =
    tender ?? {}
  const described = [sectionCode, sectionName, projectKind, qualification, industry, specialty, agencyCode]
  const filtered = [
    tender && qualificationMethodOf(tender),
    tender?.fixedPrice ?? false,
    tender?.region,
    lotCodes[state.lot],
  ]
  return [status, flow, submitters(state).length, endedAt, ...described, opensAt, ...filtered]
}

/** Whether a row of the section list changes; decided without counting its bidders. */
export function changesSectionList(write: SessionWrite): boolean {
  const before = write.plans[0].base.state
  const after = foldOf(write).state
  if (before.tender !== after.tender || before.status !== after.status) return true
  if (before.flow !== after.flow || before.endedAt !== after.endedAt || before.lot !== after.lot) return true
  return write.plans.some(({ entries }) =>
    entries.some(({ type, payload }) => {
      if (type === 'BidderEnrolled' || type === 'BidsFrozen') return true
      if (type !== 'BidSubmitted') return false
      const { bidderCode } = payload as { bidderCode: string }
      const [was, is] = [before.bidders[bidderCode], after.bidders[bidderCode]]
      return is !== undefined && hasSubmitted(after, is) !== (was !== undefined && hasSubmitted(before, was))
    }),
  )
}
