import { useTranslation } from 'react-i18next'
import { useSend } from '#client/store/session-provider.tsx'
import { HaltingConfirm } from './HaltingConfirm.tsx'

/** Lets the opening go on that was paused here (HLT-3). */
export function ResumeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('halting')
  const send = useSend()
  return (
    <HaltingConfirm act="resume" onClose={onClose} onOrder={() => send('ResumeOpening', {})}>
      {t('body.resume')}
    </HaltingConfirm>
  )
}
