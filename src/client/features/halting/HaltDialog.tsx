import { Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useSend } from '#client/store/session-provider.tsx'
import { haltTextProblem } from '#domain/halting/commands.ts'
import type { HaltKind } from '#domain/halting/events.ts'
import { haltReasonLength } from '#domain/halting/text-lengths.ts'
import { HaltingConfirm } from './HaltingConfirm.tsx'
import { HaltingFields } from './HaltingFields.tsx'
import { useHaltingForm } from './use-halting-form.ts'

/** Pauses or stops the opening (HLT-1). */
export function HaltDialog({ kind, onClose }: { readonly kind: HaltKind; readonly onClose: () => void }) {
  const { t } = useTranslation('halting')
  const send = useSend()
  const form = useHaltingForm(kind, (typed) => haltTextProblem(kind, typed))

  async function order() {
    if (!form.check()) return null
    const { reason, recorder } = form.form
    return send('HaltOpening', { kind, reason, recorder })
  }

  return (
    <HaltingConfirm act={kind} onClose={onClose} onOrder={order} onDone={form.clear}>
      <Text mb="3">{t(`body.${kind}`)}</Text>
      <HaltingFields form={form} reasonLabel={t(`reason.${kind}`)} maximum={haltReasonLength} />
    </HaltingConfirm>
  )
}
