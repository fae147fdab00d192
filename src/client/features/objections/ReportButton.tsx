import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { useDownload } from '#client/ui/use-download.ts'

/** Saves the objections and replies as PDF: a bidder's own, or all of them for other roles (REP-2). */
export function ReportButton() {
  const { t } = useTranslation('objections')
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const { busy, download } = useDownload()
  const load = () => api('CreateObjectionAndReplyReport', { session })

  return (
    <Button
      size="sm"
      variant="outline"
      alignSelf="flex-start"
      loading={busy}
      loadingText={t('common:working')}
      onClick={() => download(load, `${section}-${t('reportName')}.pdf`)}
    >
      <DownloadIcon />
      {t('report')}
    </Button>
  )
}
