import { z } from 'zod'
import { documentFormats, documentReasonLength } from '#domain/documents/document.ts'
import { stage } from '../bid-stage.ts'
import type { Call } from '../call.ts'
import { checkSchema } from '../outcome.ts'
import { yesOrNo } from '../yes-or-no.ts'

const read = {
  method: 'GET',
  auth: 'session',
  action: 'ReadOverview',
  refuses: ['other-envelope'],
  rules: 'ANN-16, TEN-15',
} as const

const page = {
  BidStage: stage,
  Page: z.coerce.number().int().min(1).default(1),
}
const pageSize = z.coerce.number().int().min(1).max(9999).default(9999)

const making = {
  method: 'GET',
  auth: 'session',
  action: 'ReadReport',
  unsafe: true,
  refuses: [
    ...(['other-envelope', 'overview-later', 'no-price-sheets', 'document-not-offered'] as const),
    ...(['reports-busy', 'any-rule'] as const),
  ],
  query: z.strictObject({
    BidStage: stage,
    Reprint: yesOrNo.default(false),
    /** Why a new version is made; 重新生成 where it is left out. */
    Remarks: z.string().trim().max(documentReasonLength).default(''),
    format: z.enum(documentFormats).default('pdf'),
  }),
  rules: 'REP-11, REP-5, REP-14, EVA-2',
  response: z.strictObject({ Result: z.boolean(), ResultMessage: z.string() }),
} as const

const item = {
  XHColumn: z.number().int(),
  SheetID: z.number().int(),
  SheetName: z.string(),
  /** The item's key, as in the file of prices. */
  key: z.string(),
  title: z.string(),
  unit: z.string(),
  quantity: z.string(),
}

/** The bill of quantities: its sheets with the bidders' unit prices, which are public with the other figures of a bid. */
export const billOfQuantitiesCalls = {
  CheckIsHaveSheetList: {
    ...read,
    path: '/api/ZTBQD/CheckIsHaveSheetList',
    summary: 'Whether the tender has sheets of a bill of quantities that are priced in the envelope',
    query: z.strictObject({ BidStage: stage }),
    response: checkSchema,
  },
  GetSheetList: {
    ...read,
    path: '/api/ZTBQD/GetSheetList',
    summary: 'The sheets of the bill of quantities; an empty list where the tender has none',
    query: z.strictObject({ BidStage: stage }),
    response: z.array(
      z.strictObject({ SheetID: z.number().int(), SheetName: z.string(), itemCount: z.number().int() }),
    ),
  },
  GetZongHeDanJiaBaoJia_Json: {
    ...read,
    path: '/api/ZTBQD/GetZongHeDanJiaBaoJia_Json',
    refuses: ['other-envelope', 'overview-later', 'unknown-price-sheet'],
    rules: 'ANN-16, TEN-15, EVA-2',
    summary:
      'The items of a sheet, page by page, with each bidder’s unit price as a field of their code; null until it is announced',
    query: z.strictObject({ ...page, Pagesize: pageSize, SheetID: z.coerce.number().int() }),
    response: z.strictObject({
      total: z.number().int(),
      bidders: z.array(z.strictObject({ EntprsCode: z.string(), EntprsName: z.string() })),
      rows: z.array(z.strictObject({ ...item, prices: z.record(z.string(), z.string().nullable()) })),
      seq: z.number().int(),
    }),
  },
  ztbqdReportJson: {
    ...read,
    path: '/api/ZTBQD/CreateReport_Json',
    refuses: ['other-envelope', 'overview-later'],
    rules: 'ANN-16, TEN-15, EVA-2',
    summary: 'Each bidder’s total of each sheet, page by page; null until it is announced',
    query: z.strictObject({ ...page, PageSize: pageSize }),
    response: z.strictObject({
      total: z.number().int(),
      rows: z.array(
        z.strictObject({
          XHColumn: z.number().int(),
          EntprsCode: z.string(),
          EntprsName: z.string(),
          sheets: z.array(
            z.strictObject({
              SheetID: z.number().int(),
              SheetName: z.string(),
              total: z.string().nullable(),
            }),
          ),
        }),
      ),
      seq: z.number().int(),
    }),
  },
  ztbqdReport: {
    ...making,
    path: '/api/ZTBQD/createReport',
    summary:
      'The address of the report of unit prices as PDF; the opener’s call makes it, and with Reprint a new version',
  },
  CreateZongHeDanJiaBaoJiaReport: {
    ...making,
    path: '/api/ZTBQD/CreateZongHeDanJiaBaoJiaReport',
    summary: 'The same report under its other name',
  },
} as const satisfies Record<string, Call>
