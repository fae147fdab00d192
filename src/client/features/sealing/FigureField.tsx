import { Input, Textarea } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { figureText, figureTextLength } from '#domain/submission/figures.ts'
import type { Column } from '#domain/tender/tender.ts'
import { figureOf, figureProblem } from './bid-form-rules.ts'

interface FigureFieldProps {
  readonly column: Column
  readonly typed: string
  readonly onType: (value: string) => void
  readonly checked: boolean
  readonly onCheck: () => void
}

/** One figure of the bid with its unit and limits; a number is read back in groups as it is typed. */
export function FigureField({ column, typed, onType, checked, onCheck }: FigureFieldProps) {
  const { t, i18n } = useTranslation('sealing')
  const title = column.title[i18n.language === 'en' ? 'en' : 'zh']
  const problem = figureProblem(column, typed)
  const { decimals, kind, required, unit } = column
  const readBack =
    kind !== 'text' && problem === null && typed !== '' && figureText(kind, figureOf(column, typed))
  const long = kind === 'text'
  return (
    <Field
      label={title}
      unit={unit}
      limit={readBack ? `= ${readBack} ${unit}` : t(`limit.${kind}`, { decimals, maximum: figureTextLength })}
      error={
        checked && problem
          ? t(`problem.${problem}`, { title, decimals, maximum: figureTextLength })
          : undefined
      }
      required={required}
    >
      {long ? (
        <Textarea
          value={typed}
          rows={2}
          maxLength={figureTextLength}
          onChange={(event) => onType(event.currentTarget.value)}
          onBlur={onCheck}
        />
      ) : (
        <Input
          value={typed}
          inputMode={kind === 'money' ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={40}
          textAlign="end"
          onChange={(event) => onType(event.currentTarget.value)}
          onBlur={onCheck}
        />
      )}
    </Field>
  )
}
