import {
  currentDocument,
  type DocumentFormat,
  type ReportKind,
  versionsOf,
} from '#domain/documents/document.ts'
import { downloadProblem } from '#domain/documents/offered.ts'
import { indexDrawRows } from '#domain/draw/index-record.ts'
import { onceOpening } from '#domain/session/roles-and-statuses.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { ok, type Result } from '#lib/result.ts'
import { documentUrl } from '#protocol/calls/documents.ts'
import type { sheetCalls } from '#protocol/calls/sheets.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Ordering } from '../reports/filed-documents.ts'
import type { ReportOptions } from '../reports/overview-report.ts'
import type { Sheet } from '../reports/sheet-pdf.ts'
import { signInSheet } from '../reports/sign-in-sheet.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'

/** The sign-in sheet, the CA report and the record of random draws. */
export function sheetHandlers(services: Services): Handlers<typeof sheetCalls> {
  const { reportRenderer } = services
  const answer =
    (
      kind: ReportKind,
      make: (state: SessionState, options: ReportOptions, format: DocumentFormat) => Making,
    ) =>
    (context: CallContext<(typeof sheetCalls)['createCaReport' | 'createSignInReport']>) =>
      sheetAddress(services, context, {
        kind,
        ...{ reason: context.query.Remarks, format: context.query.format },
        make: (options) => make(context.session.state, options, context.query.format),
      })
  return {
    // Reading a thousand certificates takes seconds, which the server's thread does not have.
    createCaReport: answer('certificates', (state, options, format) =>
      reportRenderer.render(format === 'pdf' ? 'certificates' : 'certificates-excel', state, options),
    ),
    createSignInReport: answer('sign-in', (state, options, format) =>
      renderSheet(services, signInSheet(state, options), options, format),
    ),

    async getSuiJiChouQuTouBiaoDanWeiJiLuBiao({ session: { state } }) {
      return ok(
        indexDrawRows(state).map(({ number, drawId, subject, drawer, candidates, value, at }) => ({
          ...{ xh: number, drawId, subject, ChouQuRen: drawer, indexList: [...candidates] },
          ...{ result: value, createTime: at },
        })),
      )
    },
  }
}

/** A sheet as PDF or Excel. */
export function renderSheet(
  { reportRenderer }: Pick<Services, 'reportRenderer'>,
  sheet: Sheet,
  options: ReportOptions,
  format: DocumentFormat,
): Making {
  return reportRenderer.render(format === 'pdf' ? 'sheet' : 'sheet-excel', sheet, options)
}

interface SheetOrder {
  readonly kind: ReportKind
  readonly format: DocumentFormat
  /** Without it the current one. */
  readonly envelope?: EnvelopeNumber
  /** Why a new version is made; empty: the current one is taken where there is one. */
  readonly reason: string
  make(options: ReportOptions): Making
}

type Making = Promise<Result<Uint8Array, Refusal>>

/**
 * The address of a sheet's current version, in ResultMessage. The opener's call makes a version where there is none or a
 * reason is given; others learn that there is none.
 */
export async function sheetAddress(
  { clock, filedDocuments, settings }: Services,
  context: Ordering & { readonly language: Language },
  { kind, format, envelope, reason, make }: SheetOrder,
) {
  const { session, login, language } = context
  const { stage } = session.state
  const key = { kind, format, envelope: envelope ?? stage.number, language } as const
  const known = currentDocument(session.state, key)
  const hasVersions = versionsOf(session.state, key).length > 0
  // Reports are made once the opening has begun; before, the opener is told that there is none.
  if (login.actor.role !== 'opener' || !onceOpening.includes(session.state.status)) {
    const problem = downloadProblem(session.state, login.actor.role, key, settings.variant)
    if (problem) return refuse(problem)
    const missing = messageFor(language, { code: 'download-missing' })
    return ok({ Result: known !== null, ResultMessage: known ? documentUrl(known.documentId) : missing })
  }
  const options = { language, timeZone: settings.variant.timeZone, now: clock() }
  const filed = await filedDocuments.file(context, { ...key, reason: hasVersions ? reason : '' }, () =>
    make(options),
  )
  return filed.ok ? ok({ Result: true, ResultMessage: documentUrl(filed.value.documentId) }) : filed
}
