import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { useDownload } from '#client/ui/use-download.ts'
import { currentDocument } from '#domain/documents/document.ts'
import { failuresOf } from '#domain/halting/interruption.ts'
import { documentFileName } from '#protocol/document-names.ts'

/** Saves the report of the lot's failure as PDF, while it is decided about and once the lot has failed (HLT-11). */
export function FailureReport() {
  const { t, i18n } = useTranslation('halting')
  const session = useSessionId()
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  const state = useSession((snapshot) => snapshot.state)
  const { busy, download } = useDownload()
  const { lot, tender, stage } = state
  if ((lot !== 'failed' && lot !== 'failure-pending') || failuresOf(state).length === 0) return null
  const key = { kind: 'failure', format: 'pdf', envelope: stage.number, language } as const
  const version = currentDocument(state, key)?.version ?? 1
  return (
    <Button
      size="sm"
      variant="outline"
      loading={busy}
      loadingText={t('common:working')}
      onClick={() =>
        download(() => api('CreateLiuBiaoReport', { session }), documentFileName(tender, key, version))
      }
    >
      <DownloadIcon />
      {t('report')}
    </Button>
  )
}
