import { Input, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Field } from '#client/ui/Field.tsx'
import { FilePicker } from '#client/ui/FilePicker.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { openSoftwareCertificate } from './certificate-helpers.ts'
import type { KeyFormProps } from './key-form.ts'

const problems = {
  'wrong-password': { field: 'password', key: 'certificate.wrongPassword' },
  'malformed-p12': { field: 'file', key: 'certificate.malformed' },
  offline: { field: 'file', key: 'offline' },
} as const

// The messages are keys, or the code of a refusal, translated where they are shown.
const schema = z
  .object({ file: z.file('certificate.fileMissing'), password: z.string() })
  .refine(({ password }) => password !== '', { path: ['password'], error: 'certificate.passwordMissing' })

/** A software certificate: its file, opened in the page with its password. */
export function CertificateFileForm({ submit, onOpened }: KeyFormProps) {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const { register, watch, setValue, setError, clearErrors, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    // Checked only by submitting: a message on blur would move the button under the pointer.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    defaultValues: { password: '' },
  })
  const problemOf = (field: 'file' | 'password') => {
    const key = formState.errors[field]?.message
    return key === 'offline' ? say({ code: key }) : key && t(key)
  }

  const file: File | undefined = watch('file')

  const open = handleSubmit(async ({ file, password }) => {
    const opened = await openSoftwareCertificate(file, password)
    if (opened.ok) return onOpened(opened.value)
    const { field, key } = problems[opened.error]
    setError(field, { message: key })
  })

  return (
    <form onSubmit={open} noValidate>
      <Stack gap="4" align="flex-start">
        <Field label={t('certificate.file')} error={problemOf('file')} required>
          <FilePicker
            accept=".p12,.pfx,.pem"
            files={file ? [file] : []}
            onFiles={([chosen]) => {
              setValue('file', chosen as File)
              clearErrors()
            }}
          />
        </Field>
        <Field label={t('certificate.password')} error={problemOf('password')} required>
          <Input
            type="password"
            autoComplete="off"
            maxLength={200}
            {...register('password', { onChange: () => clearErrors() })}
          />
        </Field>
        {submit}
      </Stack>
    </form>
  )
}
