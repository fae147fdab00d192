import { overviewRows } from '#domain/ending/record.ts'
import type { Entry } from '#domain/log/entry.ts'
import type { SessionState } from '#domain/session/state.ts'
import { filesIn } from '#domain/submission/bids.ts'
import { bidStatusNames } from '#protocol/bid-status.ts'
import type { SessionResult } from '#protocol/session-result.ts'

const events: Readonly<Record<string, SessionResult['event']>> = {
  EnvelopeEnded: 'envelope-ended',
  OpeningEnded: 'opening-ended',
  LotStatusChanged: 'lot-failed',
}

const confirmations = { no: 0, bidder: 1, 'time-out': 2 } as const

/** The result of an entry, from the state after it; null for entries that are no results. */
export function resultOf(
  id: string,
  sessionId: string,
  entry: Entry,
  state: SessionState,
): SessionResult | null {
  const event = events[entry.type]
  if (!event || !state.tender) return null
  return {
    id,
    BDGuid: sessionId,
    bdbh: state.tender.sectionCode,
    bdmc: state.tender.sectionName,
    event,
    bidStatus: bidStatusNames[state.status],
    kbFlowStatus: state.flow,
    dbFlowStatus: state.stage.number,
    at: entry.at,
    seq: entry.seq,
    hash: entry.hash,
    recordHash: state.signing?.recordHash ?? null,
    remarks: state.remarks,
    bids: overviewRows(state).map((row) => {
      const bidder = state.bidders[row.bidderCode]
      return {
        EntprsCode: row.bidderCode,
        EntprsName: row.bidderName,
        bidFileId: (bidder && filesIn(state, bidder)[0]?.submission.fileId) ?? null,
        figures: row.figures,
        isBadBidOpen: row.note !== '',
        badBidNote: row.note,
        failure: row.cause,
        remark: row.remark,
        IsConfirmKBYLB: confirmations[row.confirmed],
        Is_Sign: bidder?.signature != null,
      }
    }),
  }
}
