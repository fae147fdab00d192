import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { currentDocument, type FiledDocument, versionsOf } from '#domain/documents/document.ts'
import { flow } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { Result } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { documentFileName } from '#protocol/document-names.ts'
import type { Failure } from '#protocol/outcome.ts'

interface OverviewFiles {
  /** Null until the opener has made one. */
  readonly current: FiledDocument | null
  /** Making and making again are the opener's. */
  readonly canMake: boolean
  /** For the browser's downloads. */
  readonly name: string
  /** The current version; by the opener it is made where there is none, and again where a reason is given. */
  load(reason: string): Promise<Result<Blob, Failure>>
}

/** The overview report in the format of a card; null for other reports. */
export function useOverviewFiles(report: string, envelope: EnvelopeNumber | null): OverviewFiles | null {
  const session = useSessionId()
  const canMake = useRole() === 'opener'
  const language = useReportLanguage()
  const format = report === 'excel' ? 'xlsx' : 'pdf'
  const tender = useSession(({ state }) => state.tender)
  const stage = useSession(({ state }) => state.stage.number)
  const documents = useSession(({ state }) => state.documents)
  if (report !== 'pdf' && report !== 'excel') return null
  const key = { kind: 'overview', format, envelope: envelope ?? stage, language } as const
  const current = currentDocument({ documents }, key)
  const which = envelope === null ? {} : { StageOrd: envelope }
  return {
    current,
    canMake,
    name: documentFileName(tender, key, current?.version ?? 1),
    async load(reason) {
      if (!canMake)
        return api(format === 'pdf' ? 'GetReportPDF' : 'GetReportExcel', { session, query: which })
      const made = await api('makeReport', { session, body: { ...which, format, reason } })
      if (!made.ok) return made
      return api('getReportFile', { session, query: { fileId: made.value.fileId } })
    },
  }
}

/**
 * The opener's page makes the overview report on entering step 4, and again once the envelope or the opening has ended,
 * so that the last version has confirmations and signatures (REP-5).
 */
export function useReportOnEntering(): void {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const isOpener = useRole() === 'opener'
  const language = useReportLanguage()
  const wanted = useSession(({ state }) => (isOpener ? missingReport(state, language) : null))
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (!wanted || asked.current === wanted) return
    asked.current = wanted
    const reason = wanted === 'final' ? t('ending.documents.endedReason') : ''
    const body = { reprint: wanted === 'final', Remarks: reason }
    // What fails can be made by hand.
    void api('createReport', { session, body }).then((made) => {
      if (!made.ok)
        toast.warning(`${t('ending.documents.makingFailed')}${made.error.message}`, made.error.code)
    })
  }, [wanted, session, t])
}

function missingReport(state: SessionState, language: 'zh-CN' | 'en'): 'first' | 'final' | null {
  const { stage, endedAt, lot } = state
  if (state.flow < flow.end || lot !== 'open') return null
  const key = { kind: 'overview', format: 'pdf', envelope: stage.number, language } as const
  const current = currentDocument(state, key)
  // A version that was taken out of the list is made again by hand, with the reason that it needs (REP-6).
  if (!current) return versionsOf(state, key).length === 0 ? 'first' : null
  const ended = endedAt ?? (stage.number === 1 ? stage.firstEndedAt : null)
  return ended !== null && epochOf(current.at) < epochOf(ended) ? 'final' : null
}

function useReportLanguage(): 'zh-CN' | 'en' {
  return useTranslation().i18n.language === 'en' ? 'en' : 'zh-CN'
}
