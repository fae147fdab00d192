import { chakra, Text, VisuallyHidden } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { clockText } from './clock-text.ts'
import { WarningIcon } from './icons.tsx'

interface CountdownProps {
  /** Time left until the deadline, by the server's clock. */
  readonly milliseconds: number
  readonly label?: string
  /** Shown instead of 00:00 when the time is over. */
  readonly ended?: string
  readonly size?: 'inline' | 'bar'
  /** Announces the warnings to screen readers; off where another live region does. */
  readonly announced?: boolean
}

const fontSizes = {
  inline: 'inherit',
  bar: { base: '2xl', md: '4xl', '2xl': '5xl' },
} as const

const minute = 60_000

/** How close the deadline is, shown in words, colour and font weight. */
const looks = {
  5: { color: 'fg.warning', fontWeight: 'semibold' },
  1: { color: 'fg.error', fontWeight: 'bold' },
} as const

/** Time left; amber under 5 minutes, rust and bold under 1, and announced at both. */
export function Countdown({ milliseconds, label, ended, size = 'inline', announced = true }: CountdownProps) {
  const { t } = useTranslation()
  const over = milliseconds <= 0
  const warning = over ? null : milliseconds <= minute ? 1 : milliseconds <= 5 * minute ? 5 : null
  const look = warning === null ? { fontWeight: 'semibold' } : looks[warning]
  return (
    <chakra.span display="inline-flex" flexDirection="column" lineHeight="1.15">
      {label && size !== 'inline' && (
        <Text as="span" textStyle="xs" color="fg.muted">
          {label}
          {warning && (
            <chakra.span ms="2" {...look} whiteSpace="nowrap">
              <WarningIcon me="0.5" verticalAlign="-0.2em" display="inline" />
              {t('clockUnder', { minutes: warning })}
            </chakra.span>
          )}
        </Text>
      )}
      <chakra.span
        role="timer"
        aria-label={label}
        fontSize={over && size !== 'inline' ? { base: 'lg', md: 'xl' } : fontSizes[size]}
        fontVariantNumeric="tabular-nums"
        whiteSpace="nowrap"
        data-warning={warning ?? undefined}
        {...look}
      >
        {over ? (ended ?? t('clockEnded')) : clockText(milliseconds, (days) => t('clockDays', { days }))}
      </chakra.span>
      {announced && size !== 'inline' && (
        <VisuallyHidden aria-live="polite" aria-atomic>
          {over
            ? (ended ?? t('clockEnded'))
            : warning && `${label ?? ''} ${t('clockUnder', { minutes: warning })}`}
        </VisuallyHidden>
      )}
    </chakra.span>
  )
}
