import type { SessionState } from '#domain/session/state.ts'
import { participants } from '#domain/submission/bids.ts'
import { priceSheets, sheetTotal } from '#domain/tender/price-sheets.ts'
import { ok } from '#lib/result.ts'
import type { billOfQuantitiesCalls } from '#protocol/calls/bill-of-quantities.ts'
import { refuse } from '../refusal.ts'
import { unitPriceSheet } from '../reports/unit-price-sheet.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { statusOf } from './command.ts'
import { reprinted } from './filed-report.ts'
import { roundFor, shownRoundFor } from './round.ts'
import { renderSheet, sheetAddress } from './sheets.ts'

type Calls = typeof billOfQuantitiesCalls
type Making = CallContext<Calls['ztbqdReport' | 'CreateZongHeDanJiaBaoJiaReport']>

/** The bill of quantities as the caller may see it: prices are null until they are announced (ANN-16). */
export function billOfQuantitiesHandlers(services: Services): Handlers<Calls> {
  const { variant } = services.settings
  return {
    async CheckIsHaveSheetList(context) {
      const round = roundFor(context.session.state, context.query.BidStage)
      if (!round.ok) return round
      const hasSheets = sheetsIn(round.value).length > 0
      return statusOf(context.language, hasSheets ? null : { code: 'no-price-sheets', params: {} })
    },

    async GetSheetList({ session, query }) {
      const round = roundFor(session.state, query.BidStage)
      if (!round.ok) return round
      return ok(
        sheetsIn(round.value).map(({ id, name, items }) => ({
          SheetID: id,
          SheetName: name,
          itemCount: items.length,
        })),
      )
    },

    async GetZongHeDanJiaBaoJia_Json(context) {
      const { query, language } = context
      const round = shownRoundFor(context, query.BidStage, variant)
      if (!round.ok) return round
      const sheet = sheetsIn(round.value).find(({ id }) => id === query.SheetID)
      if (!sheet) return refuse('unknown-price-sheet')
      const bidders = participants(round.value)
      const rows = sheet.items.map(({ key, title, item }, i) => ({
        ...{ XHColumn: i + 1, SheetID: sheet.id, SheetName: sheet.name, key },
        ...{ title: language === 'en' ? title.en : title.zh, unit: item.measure, quantity: item.quantity },
        prices: Object.fromEntries(bidders.map(({ code, figures }) => [code, figures?.[key] ?? null])),
      }))
      return ok({
        total: rows.length,
        bidders: bidders.map(({ code, name }) => ({ EntprsCode: code, EntprsName: name })),
        rows: pageOf(rows, query.Page, query.Pagesize),
        seq: round.value.seq,
      })
    },

    async ztbqdReportJson(context) {
      const round = shownRoundFor(context, context.query.BidStage, variant)
      if (!round.ok) return round
      const sheets = sheetsIn(round.value)
      const rows = sheets.length === 0 ? [] : participants(round.value)
      const shown = rows.map(({ code, name, figures }, i) => ({
        ...{ XHColumn: i + 1, EntprsCode: code, EntprsName: name },
        sheets: sheets.map((sheet) => ({
          SheetID: sheet.id,
          SheetName: sheet.name,
          total: sheetTotal(sheet, figures),
        })),
      }))
      const { Page, PageSize } = context.query
      return ok({ total: shown.length, rows: pageOf(shown, Page, PageSize), seq: round.value.seq })
    },

    ztbqdReport: (context) => report(services, context),
    CreateZongHeDanJiaBaoJiaReport: (context) => report(services, context),
  }
}

async function report(services: Services, context: Making) {
  const { query } = context
  const round = shownRoundFor(context, query.BidStage, services.settings.variant)
  if (!round.ok) return round
  if (sheetsIn(round.value).length === 0) return refuse('no-price-sheets')
  const { format } = query
  const reason = query.Reprint ? query.Remarks || reprinted[context.language] : ''
  return sheetAddress(services, context, {
    ...{ kind: 'unit-prices', envelope: round.value.stage.number, reason, format },
    make: (options) => renderSheet(services, unitPriceSheet(round.value, options), options, format),
  })
}

function sheetsIn({ tender, stage }: SessionState) {
  return priceSheets(tender, stage.number)
}

function pageOf<Row>(rows: readonly Row[], page: number, size: number): Row[] {
  return rows.slice((page - 1) * size, page * size)
}
