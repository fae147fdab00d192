import { Button, Stack, Text, Textarea } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { isRecordFixed } from '#domain/ending/record-fixed.ts'
import { remarksLength } from '#domain/ending/remarks.ts'

/** The session's remarks: part of the record, open until the signing command (END-5). */
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
  const { rules } = useVariant()
  const send = useSend()
  const { draft, change, clear } = useDraft(`remarks.${useSessionId()}`, { remarks })
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const typed = draft.remarks ?? ''
  const missing = rules.remarksRequired && typed.trim() === ''

  async function save(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (missing) return
    setBusy(true)
    if (
      await toastIfRefused(send('RecordRemarks', { remarks: typed.trim() }), {
        failed: t('common:changeFailed'),
      })
    ) {
      clear()
      toast.success(t('common.saved'))
    }
    setBusy(false)
  }

  return (
    <form onSubmit={save} noValidate>
      <Stack gap="3">
        <Field
          label={t('ending.remarks.label')}
          limit={t('ending.remarks.hint', { maximum: remarksLength })}
          error={checked && missing ? t('ending.remarks.required') : undefined}
          required={rules.remarksRequired}
        >
          <Textarea
            value={typed}
            rows={5}
            maxLength={remarksLength}
            placeholder={t('ending.remarks.placeholder')}
            onChange={(event) => change('remarks', event.currentTarget.value)}
            onBlur={() => setChecked(true)}
          />
        </Field>
        <Button type="submit" alignSelf="flex-start" loading={busy}>
          {t('ending.remarks.save')}
        </Button>
      </Stack>
    </form>
  )
}
