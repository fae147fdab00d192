import { useTranslation } from 'react-i18next'
import { useSend } from '#client/store/session-provider.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { toast } from '#client/ui/Toast.tsx'

/** Lets the opening go on that was paused here (HLT-3). */
export function ResumeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('halting')
  const send = useSend()

  async function confirm(): Promise<boolean> {
    const result = await send('ResumeOpening', {})
    if (result.ok) toast.success(t('done.resume'))
    else toast.error(result.error.message, result.error.code)
    return result.ok
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('act.resume')}
      whom={t('everybody')}
      undo={t('undo.resume')}
      onConfirm={confirm}
    >
      {t('body.resume')}
    </ConfirmDialog>
  )
}
