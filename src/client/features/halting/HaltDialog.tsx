import { Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useSend } from '#client/store/session-provider.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { haltTextProblem } from '#domain/halting/commands.ts'
import type { HaltKind } from '#domain/halting/events.ts'
import { haltReasonLength } from '#domain/halting/text-lengths.ts'
import { HaltingFields } from './HaltingFields.tsx'
import { useHaltingForm } from './use-halting-form.ts'

/** Pauses or stops the opening (HLT-1). */
export function HaltDialog({ kind, onClose }: { readonly kind: HaltKind; readonly onClose: () => void }) {
  const { t } = useTranslation('halting')
  const send = useSend()
  const form = useHaltingForm(kind, (typed) => haltTextProblem(kind, typed))

  async function confirm(): Promise<boolean> {
    if (!form.check()) return false
    const { reason, recorder } = form.form
    const result = await send('HaltOpening', { kind, reason, recorder })
    if (!result.ok) toast.error(result.error.message, result.error.code)
    else {
      form.clear()
      toast.success(t(`done.${kind}`))
    }
    return result.ok
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t(`act.${kind}`)}
      whom={t('everybody')}
      undo={t(`undo.${kind}`)}
      onConfirm={confirm}
    >
      <Text mb="3">{t(`body.${kind}`)}</Text>
      <HaltingFields form={form} reasonLabel={t(`reason.${kind}`)} maximum={haltReasonLength} />
    </ConfirmDialog>
  )
}
