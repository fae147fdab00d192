import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { isOfBeforeEnd } from '#domain/documents/before-end.ts'
import {
  currentDocument,
  type DocumentKey,
  type DocumentLanguage,
  type FiledDocument,
} from '#domain/documents/document.ts'
import { flow } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { ok, type Result } from '#lib/result.ts'
import { documentFileName } from '#protocol/document-names.ts'
import { endedReason } from '#protocol/messages/document-reasons.ts'
import type { Failure } from '#protocol/outcome.ts'

/** A file to be saved, with its name for the browser's downloads. */
export type Downloaded = Result<{ readonly content: Blob; readonly name: string }, Failure>

interface OverviewFiles {
  /**
   * The version that counts, in the page's language or, where there is no other, in the other language. Null until the
   * opener has made one, and for whom none is offered.
   */
  readonly current: FiledDocument | null
  /** Whether there is one in the page's language. */
  readonly isInLanguage: boolean
  /** Whether the current one lacks what was signed since. */
  readonly isOfBeforeEnd: boolean
  /** Making and making again are the opener's. */
  readonly canMake: boolean
  /** The current version, or what others see before one is filed. Files nothing. */
  load(): Promise<Downloaded>
  /** Files a version in the page's language; a later one needs a reason. The opener's act. */
  make(reason: string): Promise<Downloaded>
}

/** The overview report in the format of a card; null for other reports. `isOffered`: whether the viewer may have a filed version. */
export function useOverviewFiles(
  report: string,
  envelope: EnvelopeNumber | null,
  isOffered: boolean,
): OverviewFiles | null {
  const session = useSessionId()
  const canMake = useRole() === 'opener'
  const language = useReportLanguage()
  const format = report === 'excel' ? 'xlsx' : 'pdf'
  const tender = useSession(({ state }) => state.tender)
  const stage = useSession(({ state }) => state.stage)
  const documents = useSession(({ state }) => state.documents)
  const endedAt = useSession(({ state }) => state.endedAt)
  if (report !== 'pdf' && report !== 'excel') return null
  const key = { kind: 'overview', format, envelope: envelope ?? stage.number, language } as const
  const elsewhere = { ...key, language: language === 'en' ? 'zh-CN' : 'en' } as const
  const filed = (which: DocumentKey) => (isOffered ? currentDocument({ documents }, which) : null)
  const here = filed(key)
  const current = here ?? filed(elsewhere)
  const which = envelope === null ? {} : { StageOrd: envelope }
  const fileOf = (fileId: string) => api('getReportFile', { session, query: { fileId } })
  return {
    current,
    isInLanguage: here !== null,
    isOfBeforeEnd: current !== null && isOfBeforeEnd({ stage, endedAt }, current),
    canMake,
    async load() {
      const content = current
        ? await fileOf(current.documentId)
        : await api(format === 'pdf' ? 'GetReportPDF' : 'GetReportExcel', { session, query: which })
      return named(content, documentFileName(tender, current ?? key, current?.version ?? 1))
    },
    async make(reason) {
      const made = await api('makeReport', { session, body: { ...which, format, reason } })
      if (!made.ok) return made
      const { fileId, version } = made.value
      return named(await fileOf(fileId), documentFileName(tender, key, version))
    },
  }
}

function named(content: Result<Blob, Failure>, name: string): Downloaded {
  return content.ok ? ok({ content: content.value, name }) : content
}

/**
 * The opener's page makes the overview report on entering step 4, and again once the envelope or the opening has ended,
 * so that the last version has confirmations and signatures (REP-5): in one language, that of the page at that moment.
 * A version in the other language that was made before the end is made again when the page is shown in it.
 */
export function useReportOnEntering(): void {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const isOpener = useRole() === 'opener'
  const language = useReportLanguage()
  const wanted = useSession(({ state }) => (isOpener ? missingReport(state, language) : null))
  const asked = useRef<string | null>(null)
  useEffect(() => {
    const order = `${wanted} ${language}`
    if (!wanted || asked.current === order) return
    asked.current = order
    const reason = wanted === 'final' ? endedReason[language === 'en' ? 1 : 0] : ''
    const body = { reprint: wanted === 'final', Remarks: reason }
    // What fails can be made by hand.
    void api('createReport', { session, body }).then((made) => {
      if (!made.ok)
        toast.warning(`${t('ending.documents.makingFailed')}${made.error.message}`, made.error.code)
    })
  }, [wanted, language, session, t])
}

function missingReport(state: SessionState, language: DocumentLanguage): 'first' | 'final' | null {
  const { stage, lot } = state
  if (state.flow < flow.end || lot !== 'open') return null
  const filed = state.documents.filter(
    ({ kind, format, envelope }) => kind === 'overview' && format === 'pdf' && envelope === stage.number,
  )
  const kept = filed.filter(({ withdrawn }) => withdrawn === null)
  const current = kept.findLast((one) => one.language === language) ?? kept.at(-1)
  // A version that was taken out of the list is made again by hand, with the reason that it needs (REP-6).
  if (!current) return filed.length === 0 ? 'first' : null
  return isOfBeforeEnd(state, current) ? 'final' : null
}

function useReportLanguage(): DocumentLanguage {
  return useTranslation().i18n.language === 'en' ? 'en' : 'zh-CN'
}
