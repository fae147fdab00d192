import { canonicalJson, sha256Hex } from './canonical.ts'
import type { Figures } from './figures.ts'
import { type BidderState, type SessionState, submitters } from './state.ts'
import { goesWithoutSaying, type Tender } from './tender.ts'

/** One row of the opening summary table. Figures are null until announced, and for a bid that did not open. */
export interface OverviewRow {
  readonly index: number
  readonly bidderCode: string
  readonly bidderName: string
  readonly figures: Figures | null
  /** `failed`: never opened; `invalid`: marked at the opening (作废/无效). */
  readonly badge: 'failed' | 'invalid' | null
  readonly cause: string | null
  readonly note: string
  readonly remark: string
  readonly confirmed: BidderState['confirmed']
}

/** The opening summary table (开标一览表): every bidder who submitted, in order of enrolment. */
export function overviewRows(state: SessionState): OverviewRow[] {
  return submitters(state).map((bidder, position) => ({
    index: position + 1,
    bidderCode: bidder.code,
    bidderName: bidder.name,
    figures: bidder.figures,
    badge: bidder.file.status === 'failed' ? 'failed' : bidder.invalid ? 'invalid' : null,
    cause: bidder.file.status === 'failed' ? bidder.file.cause : null,
    note: bidder.invalid?.note ?? '',
    remark: bidder.remark,
    confirmed: bidder.confirmed,
  }))
}

/** What a bidder confirms: the announced table without the marks of who confirmed. */
export function overviewHash(state: SessionState): string {
  const rows = overviewRows(state).map(({ confirmed: _confirmed, ...row }) => row)
  return sha256Hex(canonicalJson({ document: 'overview', section: state.tender?.sectionCode ?? '', rows }))
}

/** The opening record (开标记录) that everybody signs: what was opened, announced and noted. */
export function openingRecord(state: SessionState) {
  return {
    document: 'opening-record',
    tender: state.tender && recordedTender(state.tender),
    persons: state.persons,
    supervisor: state.persons?.supervisor || state.recordedSupervisor,
    decryption: state.decryption && {
      issuedAt: state.decryption.issuedAt,
      deadline: state.decryption.deadline,
      closedAt: state.decryption.closedAt,
      closedBy: state.decryption.cause,
    },
    announcedAt: state.announcement?.startedAt ?? null,
    remarks: state.remarks,
    rows: overviewRows(state),
  }
}

/** Only what says something: records signed before tenders told of it keep their hash. */
function recordedTender(tender: Tender): Partial<Tender> {
  const unsaid: Readonly<Record<string, unknown>> = goesWithoutSaying
  return Object.fromEntries(
    Object.entries(tender).filter(([field, value]) => !(field in unsaid) || unsaid[field] !== value),
  )
}

/** SHA-256 of the record's canonical JSON: what signatures are made over. */
export function recordHash(state: SessionState): string {
  return sha256Hex(canonicalJson(openingRecord(state)))
}
