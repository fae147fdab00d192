import { Input, Stack } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { openSoftwareCertificate } from './certificate-helpers.ts'
import type { KeyFormProps } from './key-form.ts'

type Problem = { readonly field: 'file' | 'password'; readonly key: string }

const problems = {
  'wrong-password': { field: 'password', key: 'wrongPassword' },
  'malformed-p12': { field: 'file', key: 'malformed' },
  offline: { field: 'file', key: 'offline' },
} as const

/** A software certificate: its file, opened in the page with its password. */
export function CertificateFileForm({ submit, onOpened }: KeyFormProps) {
  const { t } = useTranslation('steps')
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)

  async function open(event: FormEvent) {
    event.preventDefault()
    setProblem(null)
    if (!file) return setProblem({ field: 'file', key: 'fileMissing' })
    if (password === '') return setProblem({ field: 'password', key: 'passwordMissing' })
    const opened = await openSoftwareCertificate(file, password)
    if (opened.ok) return onOpened(opened.value)
    setProblem(problems[opened.error])
  }
  const message = (field: Problem['field']) =>
    problem?.field === field ? t(`certificate.${problem.key}`) : undefined

  return (
    <form onSubmit={open} noValidate>
      <Stack gap="4" align="flex-start">
        <Field label={t('certificate.file')} error={message('file')} required>
          <Input
            type="file"
            accept=".p12,.pfx,.pem"
            py="1.5"
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0] ?? null)
              setProblem(null)
            }}
          />
        </Field>
        <Field label={t('certificate.password')} error={message('password')} required>
          <Input
            type="password"
            autoComplete="off"
            maxLength={200}
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setProblem(null)
            }}
          />
        </Field>
        {submit}
      </Stack>
    </form>
  )
}
