import { Box, Flex } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useMinutesForm } from '#client/session/use-minutes-form.ts'
import { useDecryptionDeadline, useSend } from '#client/store/session-provider.tsx'
import { MinutesField } from '#client/ui/MinutesField.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { decryptionExtension } from '#domain/decryption/time-limit.ts'
import { epochOf } from '#lib/time.ts'

/** Extends the decryption window for all bidders while it is open. */
export function ExtendDecryption() {
  const { t } = useTranslation('steps')
  const send = useSend()
  const time = useTimeFormat()
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
      {/* Each as wide as it is, so that the button stands beside the field. */}
      <Box>
        <MinutesField label={t('opening.extension')} {...field} />
      </Box>
      <Box>
        <OfficialActButton label={t('opening.extend')} isNext={false} check={check} onConfirm={extend}>
          {minutes.ok &&
            t('opening.extendBody', {
              minutes: minutes.value,
              deadline: time.second(epochOf(window.deadline) + minutes.value * 60_000),
            })}
        </OfficialActButton>
      </Box>
    </Flex>
  )
}
