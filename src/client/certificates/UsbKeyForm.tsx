import { Button, Input, NativeSelect, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { connectUsbHelper, type HelperProblem, type UsbHelper } from './certificate-helpers.ts'
import { helperProblemText } from './helper-problem-text.ts'
import type { KeyFormProps } from './key-form.ts'

/** A certificate in a USB key, through the local helper: connected on request, chosen, opened with its PIN. */
export function UsbKeyForm({ submit, onOpened }: KeyFormProps) {
  const { t } = useTranslation('steps')
  const [helper, setHelper] = useState<UsbHelper | null>(null)
  const [problem, setProblem] = useState<HelperProblem | 'none' | null>(null)
  const [busy, setBusy] = useState(false)

  async function connect() {
    setProblem(null)
    setBusy(true)
    const connected = await connectUsbHelper()
    setBusy(false)
    const found = connected.ok && connected.value.certificates.length > 0
    setHelper(found ? connected.value : null)
    setProblem(found ? null : connected.ok ? 'none' : connected.error)
  }

  if (helper) return <PluggedKeys helper={helper} submit={submit} onOpened={onOpened} />
  return (
    <Stack gap="4" align="flex-start">
      {problem && <Notice tone="error">{t(helperProblemText(problem))}</Notice>}
      <Button
        w={{ base: 'full', md: 'auto' }}
        loading={busy}
        loadingText={t('common:working')}
        onClick={connect}
      >
        {t('certificate.connect')}
      </Button>
    </Stack>
  )
}

// The message is a key, translated where it is shown.
const schema = z.object({ id: z.string(), pin: z.string().min(1, 'certificate.pinMissing') })

function PluggedKeys({ helper, submit, onOpened }: KeyFormProps & { helper: UsbHelper }) {
  const { t } = useTranslation('steps')
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    resolver: zodResolver(schema),
    // Checked only by submitting: a message on blur would move the button under the pointer.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    defaultValues: { id: helper.certificates[0]?.id ?? '', pin: '' },
  })
  const problem = formState.errors.pin?.message

  const open = handleSubmit(async ({ id, pin }) => {
    const opened = await helper.open(id, pin)
    if (opened.ok) return onOpened(opened.value)
    setError('pin', { message: helperProblemText(opened.error) })
  })

  return (
    <form onSubmit={open} noValidate>
      <Stack gap="4" align="flex-start">
        <Field label={t('certificate.plugged')} required>
          <NativeSelect.Root>
            <NativeSelect.Field {...register('id', { onChange: () => clearErrors() })}>
              {helper.certificates.map((certificate) => (
                <option key={certificate.id} value={certificate.id}>
                  {certificate.subjectName}
                  {certificate.unitCode ? ` ${certificate.unitCode}` : ''}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </Field>
        <Field label={t('certificate.pin')} error={problem && t(problem)} required>
          <Input
            type="password"
            autoComplete="off"
            maxLength={100}
            {...register('pin', { onChange: () => clearErrors() })}
          />
        </Field>
        {submit}
      </Stack>
    </form>
  )
}
