import { Input } from '@chakra-ui/react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from './Field.tsx'

interface MinutesFieldProps {
  readonly label: string
  readonly registered: UseFormRegisterReturn
  readonly limit?: string
  readonly error?: string | undefined
  readonly disabled?: boolean
}

/** A number of minutes, typed as text so that the exact message can say what is wrong with it. */
export function MinutesField({ label, registered, limit, error, disabled }: MinutesFieldProps) {
  const { t } = useTranslation('steps')
  return (
    <Field
      label={label}
      unit={t('common.minutes')}
      limit={limit}
      error={error}
      disabled={disabled ?? false}
      required
    >
      <Input inputMode="numeric" autoComplete="off" maxLength={8} width="8rem" {...registered} />
    </Field>
  )
}
