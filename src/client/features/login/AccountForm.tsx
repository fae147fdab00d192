import { Button, Input, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Field } from '#client/ui/Field.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { SlidePuzzle } from './SlidePuzzle.tsx'
import type { AccountProof } from './use-login-methods.ts'

interface AccountFormProps {
  readonly onSubmit: (proof: AccountProof) => Promise<void>
  readonly busy: boolean
}

/** Account and password, both required and trimmed (ACC-1); solving the slide puzzle then logs in. */
export function AccountForm({ onSubmit, busy }: AccountFormProps) {
  const { t } = useTranslation('login')
  const say = useMessage()
  const [puzzling, setPuzzling] = useState(false)
  const schema = useMemo(
    () =>
      z.object({
        account: z
          .string()
          .trim()
          .min(1, say({ code: 'account-missing' })),
        password: z
          .string()
          .trim()
          .min(1, say({ code: 'password-missing' })),
      }),
    [say],
  )
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { account: '', password: '' },
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, getValues, setFocus, formState } = form
  const { errors } = formState

  /** A solution is valid once: after a refusal the next attempt needs another puzzle. */
  async function logIn(captchaToken: string) {
    const { account, password } = schema.parse(getValues())
    await onSubmit({ account, password, captchaToken })
    closePuzzle()
  }

  function closePuzzle() {
    setPuzzling(false)
    setFocus('password')
  }

  return (
    <form onSubmit={handleSubmit(() => setPuzzling(true))} noValidate>
      <Stack gap="4">
        <Field label={t('account')} error={errors.account?.message} required>
          <Input autoComplete="username" maxLength={100} readOnly={puzzling} {...register('account')} />
        </Field>
        <Field label={t('password')} limit={t('passwordHint')} error={errors.password?.message} required>
          <Input
            type="password"
            autoComplete="current-password"
            maxLength={200}
            readOnly={puzzling}
            {...register('password')}
          />
        </Field>
        {puzzling ? (
          <SlidePuzzle onSolved={logIn} onCancel={closePuzzle} />
        ) : (
          <Button
            type="submit"
            alignSelf={{ md: 'flex-start' }}
            loading={busy}
            loadingText={t('common:working')}
          >
            {t('submit')}
          </Button>
        )}
      </Stack>
    </form>
  )
}
