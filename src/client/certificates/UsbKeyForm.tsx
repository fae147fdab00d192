import { Button, Input, NativeSelect, Stack } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { connectUsbHelper, type HelperProblem, type UsbHelper } from './certificate-helpers.ts'
import { helperProblemText } from './helper-problem-text.ts'
import type { KeyFormProps } from './key-form.ts'

/** A certificate in a USB key, by the helper on this machine: connected on request, chosen, opened with its PIN. */
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
      <Button variant="outline" loading={busy} loadingText={t('common:working')} onClick={connect}>
        {t('certificate.connect')}
      </Button>
    </Stack>
  )
}

function PluggedKeys({ helper, submit, onOpened }: KeyFormProps & { helper: UsbHelper }) {
  const { t } = useTranslation('steps')
  const [id, setId] = useState(helper.certificates[0]?.id ?? '')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function open(event: FormEvent) {
    event.preventDefault()
    setProblem(null)
    if (pin === '') return setProblem('certificate.pinMissing')
    const opened = await helper.open(id, pin)
    if (opened.ok) return onOpened(opened.value)
    setProblem(helperProblemText(opened.error))
  }

  return (
    <form onSubmit={open} noValidate>
      <Stack gap="4" align="flex-start">
        <Field label={t('certificate.plugged')} required>
          <NativeSelect.Root>
            <NativeSelect.Field
              value={id}
              onChange={(event) => {
                setId(event.currentTarget.value)
                setProblem(null)
              }}
            >
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
            value={pin}
            onChange={(event) => {
              setPin(event.currentTarget.value)
              setProblem(null)
            }}
          />
        </Field>
        {submit}
      </Stack>
    </form>
  )
}
