import { useTranslation } from 'react-i18next'
import { DepositTable } from '#client/session/DepositTable.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'

/** The bid deposits (SHL-9). */
export function DepositsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Dialog open onClose={onClose} title={t('tool_deposits')} width="76rem">
      <DepositTable maxHeight="60vh" />
    </Dialog>
  )
}
