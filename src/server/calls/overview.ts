import { overviewRows } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import { columnsOfEnvelope } from '#domain/tender/tender.ts'
import { ok } from '#lib/result.ts'
import type { bidFileCalls } from '#protocol/calls/bid-files.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { Handlers } from '../transport/handler.ts'
import { roundFor } from './round.ts'

type OverviewCalls = Pick<typeof bidFileCalls, 'GetSinColumns' | 'CreateReport_Json'>

/** The overview of figures: its columns and rows. */
export const overviewHandlers: Handlers<OverviewCalls> = {
  async GetSinColumns({ query, language, session }) {
    const round = roundFor(session.state, query.BidStage)
    if (!round.ok) return round
    const state = round.value
    const rows = query.isGetData ? overviewRows(state) : []
    return ok({
      headers: headersOf(state, language),
      rows: rows.map(({ bidderCode, figures }) => ({ entprsCode: bidderCode, figures })),
      seq: state.seq,
    })
  },

  async CreateReport_Json({ query, language, session }) {
    const round = roundFor(session.state, query.BidStage)
    if (!round.ok) return round
    const state = round.value
    const rows = overviewRows(state)
    const from = (query.Page - 1) * query.PageSize
    return ok({
      total: rows.length,
      headers: headersOf(state, language),
      rows: rows.slice(from, from + query.PageSize).map((row) => ({
        XHColumn: row.index,
        entprsCode: row.bidderCode,
        entprsName: row.bidderName,
        figures: row.figures,
        badge: row.badge,
        badBidNote: row.note,
        remark: row.remark,
        IsConfirmKBYLB: { no: 0, bidder: 1, 'time-out': 2 }[row.confirmed],
      })),
      seq: state.seq,
    })
  },
}

function headersOf({ tender, stage }: SessionState, language: Language) {
  const columns = tender ? columnsOfEnvelope(tender, stage.number) : []
  return columns.map(({ key, title, unit }) => ({
    key,
    title: language === 'en' ? title.en : title.zh,
    unit,
  }))
}
