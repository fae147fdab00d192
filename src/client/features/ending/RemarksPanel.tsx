import { Stack, Text, Textarea } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { isRecordFixed } from '#domain/ending/record-fixed.ts'
import { remarksLength } from '#domain/ending/remarks.ts'

/** The session's remarks: part of the record, editable until the signing command (END-5). */
export function RemarksPanel() {
  const { t } = useTranslation('steps')
  const isOpener = useRole() === 'opener'
  const remarks = useSession(({ state }) => state.remarks)
  const locked = useSession(({ state }) => isRecordFixed(state))
  return (
    <Panel title={t('ending.remarks.title')}>
      <Stack gap="4">
        {isOpener && locked && <Notice tone="info">{t('ending.remarks.locked')}</Notice>}
        {isOpener && !locked ? (
          <RemarksForm key={remarks} remarks={remarks} />
        ) : (
          <Text whiteSpace="pre-line">{remarks || t('ending.remarks.none')}</Text>
        )}
      </Stack>
    </Panel>
  )
}

function RemarksForm({ remarks }: { remarks: string }) {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const { remarksRequired } = useVariant().rules
  const send = useSend()
  const { draft, change, clear } = useDraft(`remarks.${useSessionId()}`, { remarks })
  const schema = useMemo(
    () =>
      z.object({
        remarks: z
          .string()
          .trim()
          .min(remarksRequired ? 1 : 0, say({ code: 'remarks-missing' })),
      }),
    [say, remarksRequired],
  )
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { remarks: draft.remarks ?? '' },
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, formState } = form

  const save = handleSubmit(async (typed) => {
    const done = await toastIfRefused(send('RecordRemarks', typed), { failed: t('common:changeFailed') })
    if (!done) return
    clear()
    toast.success(t('common.saved'))
  })

  return (
    <form onSubmit={save} noValidate>
      <Stack gap="3">
        <Field
          label={t('ending.remarks.label')}
          limit={t('ending.remarks.hint', { maximum: remarksLength })}
          error={formState.errors.remarks?.message}
          required={remarksRequired}
        >
          <Textarea
            rows={5}
            maxLength={remarksLength}
            placeholder={t('ending.remarks.placeholder')}
            {...register('remarks', { onChange: ({ target }) => change('remarks', target.value) })}
          />
        </Field>
        <ActButton type="submit" alignSelf="flex-start" loading={formState.isSubmitting}>
          {t('ending.remarks.save')}
        </ActButton>
      </Stack>
    </form>
  )
}
