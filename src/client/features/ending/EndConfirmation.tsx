import { Text, Textarea } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useByServerClock, useSend, useSession } from '#client/store/session-provider.tsx'
import { Field } from '#client/ui/Field.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { confirmationCount, confirmers } from '#domain/ending/asked.ts'
import { confirmationReasonLength } from '#domain/ending/confirmation-state.ts'
import { windowOpen } from '#domain/session/window.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'

/** Ends the confirmation before its deadline, for a reason (END-20). */
export function EndConfirmation() {
  const { t, i18n } = useTranslation('steps')
  const send = useSend()
  const confirmation = useSession(({ state }) => state.confirmation)
  const running = useByServerClock((now) => windowOpen(confirmation, now))
  const left = useSession(({ state }) => {
    const { total, done, automatic } = confirmationCount(state)
    return total - done - automatic
  })
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  if (!running) return null

  async function end() {
    const given = reason.trim()
    setIsMissing(given === '')
    if (given === '') return false
    return toastIfRefused(send('EndConfirmation', { reason: given }), { failed: t('common:operationFailed') })
  }

  return (
    <OfficialActButton label={t('ending.confirmation.end')} isNext={false} onConfirm={end}>
      <Text mb="3">{t('ending.confirmation.endBody', { count: left })}</Text>
      <Field
        label={t('ending.confirmation.endReason')}
        limit={t('ending.confirmation.endLimit', { maximum: confirmationReasonLength })}
        error={
          isMissing
            ? messageFor(i18n.language === 'en' ? 'en' : 'zh-CN', { code: 'confirmation-reason-missing' })
            : undefined
        }
        required
      >
        <Textarea
          rows={2}
          maxLength={confirmationReasonLength}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </OfficialActButton>
  )
}

/** Confirms the rows that expired without an answer, where the region's clock did not (END-21). */
export function ConfirmExpired() {
  const { t } = useTranslation('steps')
  const send = useSend()
  const state = useSession((snapshot) => snapshot.state)
  const codes = confirmers(state).flatMap(({ code, confirmed }) => (confirmed === 'no' ? [code] : []))
  if (codes.length === 0 || state.signing || state.endedAt) return null
  return (
    <OfficialActButton
      label={t('ending.confirmation.confirmRest')}
      isNext={false}
      onConfirm={() =>
        toastIfRefused(send('ConfirmExpired', { bidderCodes: codes }), {
          failed: t('common:operationFailed'),
        })
      }
    >
      {t('ending.confirmation.confirmRestBody', { count: codes.length })}
    </OfficialActButton>
  )
}
