import { Input, Stack, Textarea } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { recorderLength } from '#domain/halting/text-lengths.ts'
import { characterCount } from '#lib/character-count.ts'
import type { useHaltingForm } from './use-halting-form.ts'

interface HaltingFieldsProps {
  readonly form: ReturnType<typeof useHaltingForm>
  readonly reasonLabel: string
  /** The greatest length of the reason. */
  readonly maximum: number
  /** Under the reason. */
  readonly children?: ReactNode
}

/** Reason and recorder, with their lengths; a longer text is reported, not cut off. */
export function HaltingFields({ form, reasonLabel, maximum, children }: HaltingFieldsProps) {
  const { t } = useTranslation('halting')
  const { error: reasonError, ...reason } = form.field('reason')
  const { error: recorderError, ...recorder } = form.field('recorder')
  return (
    <Stack gap="4" mb="4">
      <Field
        label={reasonLabel}
        limit={t('length', { count: characterCount(form.form.reason), maximum })}
        error={reasonError}
        required
      >
        <Textarea rows={3} {...reason} />
      </Field>
      {children}
      <Field
        label={t('recorder')}
        limit={t('length', { count: characterCount(form.form.recorder), maximum: recorderLength })}
        error={recorderError}
        required
      >
        <Input autoComplete="off" {...recorder} />
      </Field>
    </Stack>
  )
}
