import { z } from 'zod'
import { documentReasonLength } from '#domain/documents/document.ts'
import { stage } from '../bid-stage.ts'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'
import { yesOrNo } from '../yes-or-no.ts'

const path = (name: string) => `/api/KB_Local/${name}` as const
const reason = z.string().trim().max(documentReasonLength)
const again = yesOrNo.default(false)

/** The answer of a call that makes a document, or names its address. */
const addressSchema = z.strictObject({
  /** False where there is no such document; then ResultMessage says so. */
  Result: z.boolean(),
  /** The address of the document. */
  ResultMessage: z.string(),
})

const madeSchema = addressSchema.extend({
  fileId: z.uuid(),
  version: z.number().int(),
  sha256: z.string(),
})

const making = {
  path: path('createReport'),
  auth: 'session',
  action: 'FileDocument',
  refuses: ['other-envelope', 'reports-busy', 'any-rule'],
  rules: 'REP-5',
  response: madeSchema,
} as const

const addressOf = {
  method: 'GET',
  auth: 'session',
  action: 'ReadReport',
  refuses: ['other-envelope', 'document-not-offered', 'overview-later'],
  rules: 'REP-5',
  query: z.strictObject({ StageOrd: stage }),
  response: addressSchema,
} as const

/** Documents of a section: made once per version, listed, downloaded. */
export const documentCalls = {
  createReport: {
    ...making,
    method: 'POST',
    summary:
      'Makes the overview report as PDF, once; with reprint 1 a new version, for which Remarks gives the reason',
    body: z.strictObject({ StageOrd: stage, Remarks: reason.default(''), reprint: again }),
  },
  createReportByGet: {
    ...making,
    method: 'GET',
    unsafe: true,
    summary: 'As by POST; a new version needs no reason in Remarks',
    query: z.strictObject({ StageOrd: stage, Reprint: again, Remarks: reason.default('') }),
  },
  makeReport: {
    ...making,
    path: path('makeReport'),
    method: 'POST',
    summary: 'Makes the overview report in a format, once; a new version where a reason is given',
    body: z.strictObject({ StageOrd: stage, format: z.enum(['pdf', 'xlsx']), reason: reason.default('') }),
  },
  CreateReportExcel: {
    ...addressOf,
    path: path('CreateReportExcel'),
    summary: 'The address of the overview report as Excel; the opener’s call makes its first version',
    unsafe: true,
    refuses: ['other-envelope', 'document-not-offered', 'overview-later', 'reports-busy', 'any-rule'],
  },
  DownloadReport: {
    ...addressOf,
    path: path('DownloadReport'),
    summary: 'The address of the overview report as PDF',
  },
  GetKaiBiaoYiLanBiaoUrl: {
    ...addressOf,
    path: path('GetKaiBiaoYiLanBiaoUrl'),
    summary: 'The address of the overview report as PDF',
  },
  CreateBidOpeningReport: {
    ...addressOf,
    path: path('CreateBidOpeningReport'),
    summary:
      'The address of the opening record as PDF: sealed after the signing, before that as it is signed',
    rules: 'REC-1, REC-3',
  },
  GetReportFileInfo: {
    method: 'POST',
    path: path('GetReportFileInfo'),
    auth: 'session',
    action: 'ReadReport',
    summary: 'All versions of the section’s documents that the caller may download',
    rules: 'REP-5, REP-7',
    response: z.array(
      z.strictObject({
        fileId: z.uuid(),
        reportName: z.string(),
        kind: z.string(),
        format: z.string(),
        StageOrd: z.literal([1, 2]),
        version: z.number().int(),
        createTime: z.iso.datetime(),
        creator: z.string(),
        reason: z.string(),
        sha256: z.string(),
        size: z.number().int(),
        url: z.string(),
        withdrawnTime: z.iso.datetime().nullable(),
        withdrawnBy: z.string(),
        withdrawnReason: z.string(),
      }),
    ),
  },
  getReportFile: {
    method: 'GET',
    path: path('getReportFile'),
    auth: 'session',
    action: 'ReadReport',
    refuses: ['not-found', 'download-missing', 'document-not-offered', 'overview-later'],
    summary: 'One version of a document: the same bytes each time',
    rules: 'REP-5, REP-7, TRL-2',
    query: z.strictObject({
      fileId: z.uuid(),
      /** The record is read to be signed: while the caller may sign it, that is no export. */
      toSign: yesOrNo.default(false),
    }),
    produces: 'application/pdf',
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
  },
  getResultDelivery: {
    method: 'GET',
    path: path('getResultDelivery'),
    auth: 'session',
    action: 'ReadDelivery',
    summary: 'How far the section’s results have come on their way to the trading platform',
    rules: 'PLF-4',
    response: z.strictObject({
      /** False where the hall has no address to send results to; they wait. */
      configured: z.boolean(),
      results: z.array(
        z.strictObject({
          seq: z.number().int(),
          attempts: z.number().int(),
          nextTime: z.iso.datetime(),
          sentTime: z.iso.datetime().nullable(),
          problem: z.string(),
        }),
      ),
    }),
  },
  DeleteReportFileInfo: commandCall({
    path: path('DeleteReportFileInfo'),
    command: 'WithdrawDocument',
    summary: 'Takes a report out of the list; its bytes and its entry in the log stay',
    rules: 'REP-6',
    body: z.strictObject({
      fileId: z.uuid(),
      reason: z.string().trim().max(documentReasonLength).default(''),
    }),
    toPayload: ({ fileId, reason: why }) => ({ documentId: fileId, reason: why }),
    fromPayload: ({ documentId, reason: why }) => ({ fileId: documentId, reason: why }),
  }),
} as const satisfies Record<string, Call>

/** Where a document is downloaded. */
export function documentUrl(documentId: string): string {
  return `${documentCalls.getReportFile.path}?fileId=${documentId}`
}
