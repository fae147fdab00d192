import { chakra, IconButton, Input } from '@chakra-ui/react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asDay, isDay } from './days.ts'
import { Field } from './Field.tsx'
import { CalendarIcon } from './icons.tsx'

interface DayFieldProps {
  readonly label: string
  /** A day as `2026-03-02`, what has been typed of one, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** What is wrong with a day that is written rightly. */
  readonly error?: ReactNode
  readonly disabled?: boolean
}

/**
 * A day, written as all days on the screens are: the browser's own field writes it in the browser's language. Its
 * calendar opens by a button.
 */
export function DayField({ label, value, onChange, error, disabled = false }: DayFieldProps) {
  const { t } = useTranslation()
  const calendar = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState(true)
  function leave() {
    setLeft(true)
    onChange(asDay(value) ?? value)
  }
  const isWrong = left && value !== '' && !isDay(value)
  return (
    <Field
      label={label}
      disabled={disabled}
      error={isWrong ? t('dayForm') : error}
      action={
        <chakra.span position="relative" ms="-12">
          <IconButton
            variant="ghost"
            size="sm"
            disabled={disabled}
            aria-label={t('dayChoose')}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarIcon />
          </IconButton>
          {/* Its calendar opens below the button; nobody meets the field itself. */}
          <chakra.input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            position="absolute"
            inset="0"
            opacity="0"
            pointerEvents="none"
            value={isDay(value) ? value : ''}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </chakra.span>
      }
    >
      <Input
        autoComplete="off"
        maxLength={20}
        placeholder={t('dayPlaceholder')}
        value={value}
        onChange={({ currentTarget }) => {
          setLeft(false)
          onChange(currentTarget.value)
        }}
        onBlur={leave}
        onKeyDown={({ key }) => key === 'Enter' && leave()}
      />
    </Field>
  )
}
