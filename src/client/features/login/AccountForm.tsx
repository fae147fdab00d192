import { Button, Input, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Field } from '#client/ui/Field.tsx'

export interface Credentials {
  readonly account: string
  readonly password: string
}

interface AccountFormProps {
  readonly onSubmit: (credentials: Credentials) => Promise<void>
  readonly busy: boolean
}

/** Account and password, both required and trimmed (S0 §5). */
export function AccountForm({ onSubmit, busy }: AccountFormProps) {
  const { t } = useTranslation('login')
  const schema = useMemo(
    () =>
      z.object({
        account: z.string().trim().min(1, t('accountMissing')),
        password: z.string().trim().min(1, t('passwordMissing')),
      }),
    [t],
  )
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { account: '', password: '' },
  })
  const { errors } = formState
  return (
    <form onSubmit={handleSubmit(onSubmit)} noValidate>
      <Stack gap="4">
        <Field label={t('account')} error={errors.account?.message} required>
          <Input autoComplete="username" maxLength={100} {...register('account')} />
        </Field>
        <Field label={t('password')} limit={t('passwordHint')} error={errors.password?.message} required>
          <Input type="password" autoComplete="current-password" maxLength={200} {...register('password')} />
        </Field>
        <Button type="submit" size="lg" loading={busy} loadingText={t('common:working')}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  )
}
