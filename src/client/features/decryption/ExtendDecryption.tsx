import { Flex } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useMinutesForm } from '#client/session/use-minutes-form.ts'
import { useDecryptionDeadline, useSend } from '#client/store/session-provider.tsx'
import { MinutesField } from '#client/ui/MinutesField.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { decryptionExtension } from '#domain/decryption/time-limit.ts'

/** Extends the decryption window for all bidders while it is open. */
export function ExtendDecryption() {
  const { t } = useTranslation('steps')
  const send = useSend()
  const window = useDecryptionDeadline()
  const { minutes, field, check } = useMinutesForm({ initial: '10', rule: decryptionExtension })
  if (!window || window.closed) return null

  async function extend() {
    return (
      minutes.ok &&
      toastIfRefused(send('ExtendDecryption', { minutes: minutes.value }), {
        failed: t('common:operationFailed'),
      })
    )
  }

  return (
    <Flex gap="4" align="flex-end" wrap="wrap">
      <MinutesField label={t('opening.extension')} {...field} />
      <OfficialActButton label={t('opening.extend')} isNext={false} check={check} onConfirm={extend}>
        {t('opening.extendBody', { minutes: minutes.ok ? minutes.value : '' })}
      </OfficialActButton>
    </Flex>
  )
}
