import { Flex, Input, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useMinutesForm } from '#client/session/use-minutes-form.ts'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Field } from '#client/ui/Field.tsx'
import { MinutesField } from '#client/ui/MinutesField.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { reopenableFiles, reopeningProblem, reopeningReasonLength } from '#domain/decryption/reopening.ts'
import { decryptionLimit } from '#domain/decryption/time-limit.ts'

/** Opens the closed window again for the files that failed through the hall's fault, if there are any (DEC-18). */
export function ReopenDecryption() {
  const state = useSession((snapshot) => snapshot.state)
  const codes = useMemo(
    () =>
      reopeningProblem(state) ? [] : [...new Set(reopenableFiles(state).map(({ bidderCode }) => bidderCode))],
    [state],
  )
  if (codes.length === 0) return null
  return <ReopeningForm names={codes.map((code) => state.bidders[code]?.name ?? code)} />
}

function ReopeningForm({ names }: { names: readonly string[] }) {
  const { t, i18n } = useTranslation('steps')
  const send = useSend()
  const minimum = useVariant().rules.minimumDecryptionMinutes
  const { minutes, field, check } = useMinutesForm({
    initial: '10',
    rule: useCallback((typed) => decryptionLimit(typed, minimum), [minimum]),
  })
  const { reason, input, checkReason } = useReason()

  async function reopen() {
    return (
      minutes.ok &&
      toastIfRefused(send('ReopenDecryption', { limitMinutes: minutes.value, reason }), {
        failed: t('common:operationFailed'),
      })
    )
  }

  return (
    <Stack gap="3">
      <Text>
        {t('opening.reopenHint', {
          count: names.length,
          names: names.join(i18n.language === 'en' ? ', ' : '、'),
        })}
      </Text>
      <Flex gap="4" align="flex-end" wrap="wrap">
        <MinutesField label={t('opening.limit')} {...field} />
        <Field label={t('opening.reopenReason')} error={input.error} required>
          <Input maxLength={reopeningReasonLength} {...input.registered} />
        </Field>
        <OfficialActButton
          label={t('opening.reopen')}
          isNext={false}
          check={() => [check(), checkReason()].every(Boolean)}
          onConfirm={reopen}
        >
          {t('opening.reopenBody', { minutes: minutes.ok ? minutes.value : '' })}
        </OfficialActButton>
      </Flex>
    </Stack>
  )
}

/** The field for the reason, and whether there is one. */
function useReason() {
  const say = useMessage()
  const schema = useMemo(
    () =>
      z.object({
        reason: z
          .string()
          .trim()
          .min(1, say({ code: 'reopening-reason-missing' })),
      }),
    [say],
  )
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: { reason: '' } })
  useTranslatedErrors(form)
  const { register, handleSubmit, watch, formState } = form
  const reason = watch('reason').trim()
  return {
    reason,
    input: { registered: register('reason'), error: formState.errors.reason?.message },
    /** Shows what is wrong with it from now on. */
    checkReason(): boolean {
      void handleSubmit(() => undefined)()
      return reason !== ''
    },
  }
}
