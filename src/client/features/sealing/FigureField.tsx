import { Input, Textarea } from '@chakra-ui/react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { figureText, figureTextLength } from '#domain/submission/figures.ts'
import type { Column } from '#domain/tender/tender.ts'
import { unitIn } from '#domain/tender/units.ts'
import { figureOf, figureProblem } from './bid-form-rules.ts'

interface FigureFieldProps {
  readonly column: Column
  readonly typed: string
  /** The error message. */
  readonly problem: string | undefined
  readonly registered: UseFormRegisterReturn
}

/** One figure of the bid with its unit and limits; a number is repeated in digit groups while it is typed. */
export function FigureField({ column, typed, problem, registered }: FigureFieldProps) {
  const { t } = useTranslation('sealing')
  const language = useNameLanguage()
  const title = column.title[language]
  const { decimals, kind, required } = column
  const unit = unitIn(language, column.unit)
  const readBack =
    kind !== 'text' &&
    figureProblem(column, typed) === null &&
    typed !== '' &&
    figureText(kind, figureOf(column, typed))
  const long = kind === 'text'
  return (
    <Field
      label={title}
      unit={unit}
      limit={readBack ? `= ${readBack} ${unit}` : t(`limit.${kind}`, { decimals, maximum: figureTextLength })}
      error={problem}
      required={required}
    >
      {long ? (
        <Textarea rows={2} maxLength={figureTextLength} {...registered} />
      ) : (
        <Input
          inputMode={kind === 'money' ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={40}
          textAlign="end"
          {...registered}
        />
      )}
    </Field>
  )
}
