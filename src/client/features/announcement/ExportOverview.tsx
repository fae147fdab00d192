import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useMayExport } from '#client/session/use-may-export.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { useDownload } from '#client/ui/use-download.ts'
import { documentFileName } from '#protocol/document-names.ts'

/** Downloads the overview as Excel (REP-1). */
export function ExportOverview() {
  const { t, i18n } = useTranslation('reading')
  const mayExport = useMayExport()
  const session = useSessionId()
  const tender = useSession(({ state }) => state.tender)
  const envelope = useSession(({ state }) => state.stage.number)
  const { busy, download } = useDownload()
  if (!mayExport) return null
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  const name = documentFileName(tender, { kind: 'overview', format: 'xlsx', envelope, language }, 1)
  return (
    <Button
      variant="outline"
      size="sm"
      loading={busy}
      onClick={() => download(() => api('GetReportExcel', { session, query: {} }), name)}
    >
      <DownloadIcon />
      {t('excel')}
    </Button>
  )
}
