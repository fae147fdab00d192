import {
  currentDocument,
  type DocumentFormat,
  type FiledDocument,
  recordKey,
} from '#domain/documents/document.ts'
import { downloadProblem } from '#domain/documents/offered.ts'
import { recordDocument } from '#domain/ending/record.ts'
import type { Context } from '#domain/session/context.ts'
import { refusal } from '#domain/session/permissions.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { exportedDocument } from '#domain/trail/exported.ts'
import { ok, type Result } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { type documentCalls, documentUrl } from '#protocol/calls/documents.ts'
import { documentFileName, documentNames, mediaTypeOf } from '#protocol/document-names.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { deliveriesOf } from '../platform/outbox.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Ordering } from '../reports/filed-documents.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers, OpenSession } from '../transport/handler.ts'
import { depositStatuses } from './deposit-rows.ts'
import { reprinted } from './filed-report.ts'
import { roundFor } from './round.ts'
import { signingRefusal } from './signing-refusal.ts'

type Calls = typeof documentCalls
type Making = CallContext<Calls['createReport' | 'createReportByGet' | 'makeReport' | 'CreateReportExcel']>
type Asking = CallContext<Calls['DownloadReport' | 'GetKaiBiaoYiLanBiaoUrl' | 'CreateReportExcel']>

/** The documents of a section: made, listed, downloaded. */
export function documentHandlers(services: Services): Handlers<Calls> {
  const { filedDocuments, settings } = services
  const { variant } = settings
  const pdfAddress = async (context: Asking) =>
    address(services, context, 'pdf', messageFor(context.language, { code: 'download-missing' }))

  return {
    createReport: (context) => {
      const { StageOrd: envelope, Remarks: reason, reprint } = context.body
      return made(services, context, { envelope, format: 'pdf', again: reprint, reason })
    },
    createReportByGet: (context) => made(services, context, orderByGet(context)),
    makeReport: (context) => {
      const { StageOrd: envelope, format, reason } = context.body
      return made(services, context, { envelope, format, again: reason !== '', reason })
    },
    DownloadReport: pdfAddress,
    GetKaiBiaoYiLanBiaoUrl: pdfAddress,

    async CreateReportExcel(context) {
      // Where none may be made, one that was made before is named.
      if (refusal(context.session.state, context.login.actor, 'FileDocument') !== null)
        return address(services, context, 'xlsx', noExcel(context.language))
      const filed = await overviewDocument(services, context, context.query.StageOrd, 'xlsx', '')
      return filed.ok ? ok({ Result: true, ResultMessage: documentUrl(filed.value.documentId) }) : filed
    },

    async CreateBidOpeningReport({ session, login, language, query }) {
      const round = roundFor(session.state, query.StageOrd)
      if (!round.ok) return round
      const envelope = round.value.stage.number
      const record =
        (await services.recordSealer.sealed(session.id, envelope)) ??
        currentDocument(session.state, recordKey('opening-record', envelope))
      if (!record)
        return ok({ Result: false, ResultMessage: messageFor(language, { code: 'download-missing' }) })
      const problem = downloadProblem(session.state, login.actor.role, record, variant)
      if (problem) return refuse(problem)
      return ok({ Result: true, ResultMessage: documentUrl(record.documentId) })
    },

    async getResultDelivery({ session }) {
      const found = await deliveriesOf(services.database, session.id)
      const results = found.map(({ seq, attempts, nextAt, sentAt, problem }) => ({
        ...{ seq, attempts, problem: problem ?? '' },
        ...{ nextTime: isoTime(nextAt.getTime()), sentTime: sentAt && isoTime(sentAt.getTime()) },
      }))
      return ok({ configured: services.settings.platformUrl !== null, results })
    },

    async GetReportFileInfo({ session: { state }, login: { actor } }) {
      const offered = state.documents.filter(
        (one) => downloadProblem(state, actor.role, one, variant) === null,
      )
      return ok(offered.map(rowOf))
    },

    async getReportFile({ session: { state }, login: { actor }, query: { fileId, toSign } }) {
      const document = state.documents.find((one) => one.documentId === fileId)
      if (!document) return refuse('not-found')
      const problem = downloadProblem(state, actor.role, document, variant)
      if (problem) return refuse(problem)
      const content = await filedDocuments.read(document)
      if (!content) return refuse('download-missing')
      const fileName = documentFileName(state.tender, document, document.version)
      const isForSigning = toSign && isToBeSigned(state, document, { actor, now: services.clock() })
      const exported = isForSigning ? null : exportedDocument(state.tender, document, document.version)
      return ok({ fileName, mediaType: mediaTypeOf[document.format], content, exported })
    },
  }
}

/** Whether the document is the record that the caller may sign now: reading it for that leaves no line (TRL-2). */
function isToBeSigned(
  state: SessionState,
  { documentId }: FiledDocument,
  context: Pick<Context, 'actor' | 'now'>,
): boolean {
  return signingRefusal(state, context) === null && recordDocument(state)?.documentId === documentId
}

/** The overview report's current version, made where there is none or where a reason is given. */
export async function overviewDocument(
  services: Services,
  context: Ordering & { readonly language: Language; readonly session: OpenSession },
  envelope: EnvelopeNumber | undefined,
  format: DocumentFormat,
  reason: string,
): Promise<Result<FiledDocument, Refusal>> {
  const { clock, filedDocuments, reportRenderer, settings } = services
  const { session, login, language } = context
  const round = roundFor(session.state, envelope)
  if (!round.ok) return round
  const deposits = await depositStatuses(services, session, login.actor)
  const options = { deposits, language, timeZone: settings.variant.timeZone, now: clock() }
  const name = format === 'pdf' ? 'overview-pdf' : 'overview-excel'
  const key = { kind: 'overview', format, envelope: round.value.stage.number, language } as const
  return filedDocuments.file(context, { ...key, reason }, () =>
    reportRenderer.render(name, round.value, options),
  )
}

function orderByGet({ query, language }: CallContext<Calls['createReportByGet']>): Wanted {
  const { StageOrd: envelope, Remarks, Reprint: again } = query
  return { envelope, format: 'pdf', again, reason: Remarks || reprinted[language] }
}

async function made(
  services: Services,
  context: Making,
  { envelope, format, again, reason }: Wanted,
): Promise<Result<Made, Refusal>> {
  if (again && reason === '') return refuse('regeneration-reason-missing')
  const filed = await overviewDocument(services, context, envelope, format, again ? reason : '')
  if (!filed.ok) return filed
  const { documentId, version, sha256 } = filed.value
  return ok({ Result: true, ResultMessage: documentUrl(documentId), fileId: documentId, version, sha256 })
}

/** The address of the current overview report, with the given message where there is none. */
function address(
  { settings }: Pick<Services, 'settings'>,
  { session, login, language, query }: Asking,
  format: DocumentFormat,
  missing: string,
): Result<Address, Refusal> {
  const round = roundFor(session.state, query.StageOrd)
  if (!round.ok) return round
  const key = { kind: 'overview', format, envelope: round.value.stage.number, language } as const
  const known = currentDocument(session.state, key)
  if (!known) return ok({ Result: false, ResultMessage: missing })
  const problem = downloadProblem(session.state, login.actor.role, known, settings.variant)
  if (problem) return refuse(problem)
  return ok({ Result: true, ResultMessage: documentUrl(known.documentId) })
}

interface Wanted {
  readonly envelope: EnvelopeNumber | undefined
  readonly format: DocumentFormat
  readonly again: boolean
  readonly reason: string
}

interface Address {
  readonly Result: boolean
  readonly ResultMessage: string
}

interface Made extends Address {
  readonly fileId: string
  readonly version: number
  readonly sha256: string
}

function noExcel(language: Language): string {
  return language === 'en' ? 'There is no Excel file of the overview yet!' : '开标一览表Excel链接为空！'
}

function rowOf(one: FiledDocument) {
  const { documentId, kind, format, envelope, language, version, at, by, reason, sha256, size } = one
  return {
    fileId: documentId,
    reportName: documentNames[language][kind],
    ...{ kind, format, version, reason, sha256, size },
    StageOrd: envelope,
    createTime: at,
    creator: by,
    url: documentUrl(documentId),
    withdrawnTime: one.withdrawn?.at ?? null,
    withdrawnBy: one.withdrawn?.by ?? '',
    withdrawnReason: one.withdrawn?.reason ?? '',
  }
}
