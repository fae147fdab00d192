import { Input } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Field } from './Field.tsx'

interface MinutesFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly onBlur?: () => void
  readonly limit?: string
  readonly error?: string | undefined
  readonly disabled?: boolean
}

/** A number of minutes, typed as text so that the exact message can say what is wrong with it. */
export function MinutesField({ label, value, onChange, onBlur, limit, error, disabled }: MinutesFieldProps) {
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
      <Input
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        width="8rem"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
    </Field>
  )
}
