import { z } from 'zod'
import { documentFormats, documentReasonLength } from '#domain/documents/document.ts'
import type { Call } from '../call.ts'

const making = {
  method: 'GET',
  auth: 'session',
  action: 'ReadReport',
  unsafe: true,
  refuses: ['document-not-offered', 'reports-busy', 'any-rule'],
  query: z.strictObject({
    /** Why a new version is made; the current one where it is left out. */
    Remarks: z.string().trim().max(documentReasonLength).default(''),
    format: z.enum(documentFormats).default('pdf'),
  }),
  response: z.strictObject({ Result: z.boolean(), ResultMessage: z.string() }),
} as const

/** Documents and records that are one table. A document's address stands in ResultMessage; the opener's call makes the first version. */
export const sheetCalls = {
  createCaReport: {
    ...making,
    path: '/api/KB_Local/createCaReport',
    summary: 'The CA report: which certificate each bidder used, and whether it is in order',
    rules: 'CER-4, REP-5, REP-14',
  },
  createSignInReport: {
    ...making,
    path: '/api/KB_Local/createSignInReport',
    summary: 'The sign-in sheet of the bidders',
    rules: 'TAB-2, REP-5, REP-14',
  },
  getSuiJiChouQuTouBiaoDanWeiJiLuBiao: {
    method: 'GET',
    path: '/api/KB_Local/getSuiJiChouQuTouBiaoDanWeiJiLuBiao',
    auth: 'session',
    action: 'ReadDraws',
    summary: 'The record of random draws by which bidders are selected: each drawn index with its candidates',
    rules: 'DRW-21',
    response: z.array(
      z.strictObject({
        xh: z.number().int(),
        drawId: z.uuid(),
        subject: z.string(),
        ChouQuRen: z.string(),
        indexList: z.array(z.string()),
        /** The drawn candidate. */
        result: z.string(),
        createTime: z.iso.datetime(),
      }),
    ),
  },
} as const satisfies Record<string, Call>
