import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HaltingAct } from '#client/session/halting-dialog.ts'
import type { Send } from '#client/store/session-provider.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { toast } from '#client/ui/Toast.tsx'

interface HaltingConfirmProps {
  readonly act: HaltingAct
  readonly onClose: () => void
  /** Gives the command; null where something is still missing, which the dialog says. */
  readonly onOrder: () => Promise<Awaited<ReturnType<Send>> | null>
  /** Called once it is done. */
  readonly onDone?: () => void
  readonly children: ReactNode
}

/** The dialog of an act on the lot: it says that it was done, or why it was refused. */
export function HaltingConfirm({ act, onClose, onOrder, onDone, children }: HaltingConfirmProps) {
  const { t } = useTranslation('halting')

  async function confirm(): Promise<boolean> {
    const result = await onOrder()
    if (!result) return false
    if (result.ok) {
      onDone?.()
      toast.success(t(`done.${act}`))
    } else toast.error(result.error.message, result.error.code)
    return result.ok
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t(`act.${act}`)}
      whom={t('everybody')}
      undo={t(`undo.${act}`)}
      reversible={act === 'paused' || act === 'resume'}
      onConfirm={confirm}
    >
      {children}
    </ConfirmDialog>
  )
}
