import { useTranslation } from 'react-i18next'
import { useMayExport } from '#client/session/use-may-export.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import type { FiledDocument } from '#domain/documents/document.ts'
import { downloadProblem } from '#domain/documents/offered.ts'
import { documentNames, envelopeName } from '#protocol/document-names.ts'

/** Every version of the section's documents that the viewer may download, the newest first (REP-5). */
export function useOfferedDocuments(): FiledDocument[] {
  const role = useRole()
  const variant = useVariant()
  const state = useSession((snapshot) => snapshot.state)
  const mayExport = useMayExport()
  return state.documents
    .filter(({ format }) => format === 'pdf' || mayExport)
    .filter((one) => downloadProblem(state, role, one, variant) === null)
    .toReversed()
}

/** `开标一览表（PDF，第一信封）` */
export function useDocumentName({ kind, format, envelope, language }: FiledDocument): string {
  const { i18n } = useTranslation()
  const tender = useSession(({ state }) => state.tender)
  const shownIn = i18n.language === 'en' ? 'en' : 'zh-CN'
  const parts = [
    format === 'pdf' ? 'PDF' : 'Excel',
    envelopeName(tender, envelope, shownIn),
    language === shownIn ? '' : { 'zh-CN': 'Chinese', en: '英文' }[language],
  ]
  const list = parts.filter((part) => part !== '').join(shownIn === 'en' ? ', ' : '，')
  return shownIn === 'en'
    ? `${documentNames.en[kind]} (${list})`
    : `${documentNames['zh-CN'][kind]}（${list}）`
}
