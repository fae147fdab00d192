import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { saveFile } from '#client/ui/session/save-file.ts'
import { toast } from '#client/ui/Toast.tsx'

/** Saves the record of objections and replies as PDF: a bidder's own, or all (S1 §7). */
export function ReportButton() {
  const { t } = useTranslation('objections')
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    const answer = await api('CreateObjectionAndReplyReport', { session })
    setBusy(false)
    if (!answer.ok) return toast.error(answer.error.message, answer.error.code)
    saveFile(answer.value, `${section}-${t('reportName')}.pdf`)
  }

  return (
    <Button
      size="sm"
      variant="outline"
      alignSelf="flex-start"
      loading={busy}
      loadingText={t('common:working')}
      onClick={download}
    >
      <DownloadIcon />
      {t('report')}
    </Button>
  )
}
