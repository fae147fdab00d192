import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useMayExport } from '#client/session/use-may-export.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { useDownload } from '#client/ui/use-download.ts'

/** Downloads the overview as Excel (REP-1). */
export function ExportOverview() {
  const { t } = useTranslation('reading')
  const mayExport = useMayExport()
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const { busy, download } = useDownload()
  if (!mayExport) return null
  return (
    <Button
      variant="outline"
      size="sm"
      loading={busy}
      onClick={() => download(() => api('GetReportExcel', { session, query: {} }), `${section}.xlsx`)}
    >
      <DownloadIcon />
      {t('excel')}
    </Button>
  )
}
