import { Stack, Text } from '@chakra-ui/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useMinutesForm } from '#client/session/use-minutes-form.ts'
import { useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { MinutesField } from '#client/ui/MinutesField.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StickyAct } from '#client/ui/StickyAct.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { decryptionLimit } from '#domain/decryption/time-limit.ts'
import { objectionsOf } from '#domain/objections/objection.ts'
import { longestWindowMinutes } from '#domain/session/window.ts'

/** The decryption command with its time limit (DEC-1 to DEC-3). */
export function DecryptionCommand({ submitted }: { submitted: number }) {
  const { t } = useTranslation('steps')
  const { rules } = useVariant()
  const minimum = rules.minimumDecryptionMinutes
  const { draft, change, clear } = useDraft(`limit.${useSessionId()}`, {
    minutes: String(rules.defaultDecryptionMinutes),
  })
  const { minutes, field, check } = useMinutesForm({
    initial: draft.minutes ?? '',
    rule: useCallback((typed) => decryptionLimit(typed, minimum), [minimum]),
    onType: (typed) => change('minutes', typed),
  })
  const send = useSend()
  const unanswered = useSession(({ state }) => objectionsOf(state).filter(({ reply }) => !reply).length)

  async function issue() {
    if (!minutes.ok) return false
    const done = await toastIfRefused(send('StartDecryption', { limitMinutes: minutes.value }), {
      failed: t('opening.issueFailed'),
    })
    if (done) clear()
    return done
  }

  return (
    <Panel title={t('opening.command')}>
      <Stack gap="4" align="flex-start">
        <MinutesField
          label={t('opening.limit')}
          limit={t('opening.limitHint', { minimum, maximum: longestWindowMinutes })}
          {...field}
        />
        <StickyAct>
          <OfficialActButton label={t('opening.issue')} check={check} onConfirm={issue}>
            {t('opening.confirmBody', { count: submitted, minutes: minutes.ok ? minutes.value : '' })}
            {rules.objectionsUntil === 'opening' && unanswered > 0 && (
              <Text as="span" display="block" mt="3" fontWeight="medium">
                {t('opening.unanswered', { count: unanswered })}
              </Text>
            )}
          </OfficialActButton>
        </StickyAct>
      </Stack>
    </Panel>
  )
}
