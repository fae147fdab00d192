import { Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { typedMinutes } from '#client/session/typed-minutes.ts'
import { useDecryptionDeadline, useSend } from '#client/store/session-provider.tsx'
import { MinutesField } from '#client/ui/MinutesField.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { decryptionLimit, shortestExtension } from '#domain/decryption/time-limit.ts'

/** More time to decrypt for everybody, while there is some left. */
export function ExtendDecryption() {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const send = useSend()
  const window = useDecryptionDeadline()
  const [typed, setTyped] = useState('10')
  const [checked, setChecked] = useState(false)
  const minutes = decryptionLimit(typedMinutes(typed), shortestExtension)
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
      <MinutesField
        label={t('opening.extension')}
        value={typed}
        onChange={setTyped}
        onBlur={() => setChecked(true)}
        error={checked && !minutes.ok ? say(minutes.error) : undefined}
      />
      <OfficialActButton
        label={t('opening.extend')}
        check={() => {
          setChecked(true)
          return minutes.ok
        }}
        onConfirm={extend}
      >
        {t('opening.extendBody', { minutes: minutes.ok ? minutes.value : '' })}
      </OfficialActButton>
    </Flex>
  )
}
