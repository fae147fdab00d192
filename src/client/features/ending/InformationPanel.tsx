import { Input, Stack, Text, Textarea } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useRole, useSend, useSession } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { isRecordFixed } from '#domain/ending/record-fixed.ts'
import {
  type ReportInfo,
  reportInfoFields,
  reportInfoLengths,
  reportInfoMissing,
} from '#domain/ending/report-info.ts'

/** What the opener states for the record, until the signing command; everybody reads it (END-18). */
export function InformationPanel() {
  const { t } = useTranslation('steps')
  const isOpener = useRole() === 'opener'
  const info = useSession(({ state }) => state.reportInfo)
  const recorder = useSession(({ state }) => state.persons?.recorder ?? '')
  const locked = useSession(({ state }) => isRecordFixed(state))
  return (
    <Panel
      title={t('ending.information.title')}
      actions={
        isOpener &&
        !locked && <EditInformation info={info ?? { representative: '', recorder, otherMatters: '' }} />
      }
    >
      <Stack gap="4">
        {isOpener && locked && <Notice tone="info">{t('ending.information.locked')}</Notice>}
        {info ? (
          <DescriptionList
            items={reportInfoFields.map((field) => ({
              label: t(`ending.information.${field}`),
              value: info[field],
            }))}
          />
        ) : (
          <Text>{t('ending.information.none')}</Text>
        )}
      </Stack>
    </Panel>
  )
}

/** The information dialog. */
function EditInformation({ info }: { info: ReportInfo }) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const [open, setOpen] = useState(false)
  const { register, reset, trigger, getValues, formState } = useInformationForm()

  async function save(): Promise<boolean> {
    if (!(await trigger())) return false
    const { representative, recorder, otherMatters } = getValues()
    const typed = {
      representative: representative.trim(),
      recorder: recorder.trim(),
      otherMatters: otherMatters.trim(),
    }
    const done = await toastIfRefused(send('RecordReportInfo', typed), { failed: t('common:changeFailed') })
    if (done) toast.success(t('persons.submitted'))
    return done
  }

  return (
    <>
      <ActButton
        size="sm"
        variant="outline"
        onClick={() => {
          reset(info)
          setOpen(true)
        }}
      >
        {t('ending.information.edit')}
      </ActButton>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('ending.information.edit')}
        confirmLabel={t('ending.information.save')}
        official={false}
        onConfirm={save}
      >
        <Stack gap="3">
          {reportInfoFields.map((field) => (
            <Field
              key={field}
              label={t(`ending.information.${field}`)}
              limit={t('ending.information.limit', { maximum: reportInfoLengths[field] })}
              error={formState.errors[field]?.message}
              required
            >
              {field === 'otherMatters' ? (
                <Textarea rows={3} maxLength={reportInfoLengths[field]} {...register(field)} />
              ) : (
                <Input maxLength={reportInfoLengths[field]} autoComplete="off" {...register(field)} />
              )}
            </Field>
          ))}
        </Stack>
      </ConfirmDialog>
    </>
  )
}

function useInformationForm() {
  const say = useMessage()
  const schema = useMemo(() => {
    const text = (code: (typeof reportInfoMissing)[keyof typeof reportInfoMissing]) =>
      z.string().refine((typed) => typed.trim() !== '', { error: () => say({ code }) })
    return z.object({
      representative: text(reportInfoMissing.representative),
      recorder: text(reportInfoMissing.recorder),
      otherMatters: text(reportInfoMissing.otherMatters),
    })
  }, [say])
  const form = useForm<ReportInfo>({
    resolver: zodResolver(schema),
    // While typing, too: a message that goes on leaving the field would move the button from under the pointer.
    mode: 'all',
    defaultValues: { representative: '', recorder: '', otherMatters: '' },
  })
  useTranslatedErrors(form)
  return form
}
