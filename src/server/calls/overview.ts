import { announcedColumns } from '#domain/announcement/price-columns.ts'
import { type OverviewRow, overviewRows } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { mainFile } from '#domain/submission/bids.ts'
import type { Column } from '#domain/tender/tender.ts'
import { ok } from '#lib/result.ts'
import type { bidFileCalls } from '#protocol/calls/bid-files.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { durationColumn, totalPriceColumn } from '#protocol/overview-columns.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { bidFields } from './bid-fields.ts'
import { depositStatuses } from './deposit-rows.ts'
import { shownRoundFor } from './round.ts'

type OverviewCalls = Pick<typeof bidFileCalls, 'GetSinColumns' | 'CreateReport_Json'>

/** IsConfirmKBYLB. */
export const confirmedCode = { no: 0, bidder: 1, 'time-out': 2 } as const

/** The overview of figures: its columns and rows. */
export function overviewHandlers(services: Pick<Services, 'settings' | 'reported'>): Handlers<OverviewCalls> {
  const { variant } = services.settings
  const { priceColumns, announcementPageSize } = variant.laterSteps
  const columnsOf = ({ tender, stage }: SessionState) =>
    tender ? announcedColumns(tender, stage.number, priceColumns) : []

  return {
    async GetSinColumns(context) {
      const { query, language } = context
      const round = shownRoundFor(context, query.BidStage, variant)
      if (!round.ok) return round
      const state = round.value
      const rows = query.isGetData ? overviewRows(state) : []
      return ok({
        headers: headersOf(columnsOf(state), language),
        rows: rows.map(({ bidderCode, figures }) => ({ entprsCode: bidderCode, figures })),
        seq: state.seq,
      })
    },

    async CreateReport_Json(context) {
      const { query, language } = context
      const round = shownRoundFor(context, query.BidStage, variant)
      if (!round.ok) return round
      const state = round.value
      const rows = overviewRows(state)
      const size = query.PageSize ?? announcementPageSize
      const from = (query.Page - 1) * size
      const columns = columnsOf(state)
      const statuses = await depositStatuses(services, context.session, context.login.actor)
      const page = rows.slice(from, from + size).flatMap((row) => {
        const bidder = state.bidders[row.bidderCode]
        return bidder ? [{ ...flatRow(columns, row, bidder), ...bidFields(state, bidder, statuses) }] : []
      })
      const shown =
        query.returnIsConfirmKBYLB === false ? page.map(({ IsConfirmKBYLB: _, ...row }) => row) : page
      return ok({ total: rows.length, headers: headersOf(columns, language), rows: shown, seq: state.seq })
    },
  }
}

/** A row with its figures as fields of their own; the named fields take precedence. */
function flatRow(columns: readonly Column[], row: OverviewRow, bidder: BidderState) {
  const figure = (key: string | undefined) => (key === undefined ? null : (row.figures?.[key] ?? null))
  return {
    ...Object.fromEntries(columns.map(({ key }) => [key, figure(key)])),
    bidFileId: mainFile(bidder)?.submission.fileId ?? '',
    entprsCode: row.bidderCode,
    entprsName: row.bidderName,
    Is_BadBid_Open: bidder.invalid !== null,
    badBidNote: row.note,
    XHColumn: row.index,
    remark: row.remark,
    signer: bidder.signature?.signer ?? '',
    TOTALPRICE: figure(totalPriceColumn(columns)?.key),
    GQ: figure(durationColumn(columns)?.key),
    IsConfirmKBYLB: confirmedCode[row.confirmed],
  }
}

function headersOf(columns: readonly Column[], language: Language) {
  return columns.map(({ key, title, unit }) => ({
    key,
    title: language === 'en' ? title.en : title.zh,
    unit,
  }))
}
