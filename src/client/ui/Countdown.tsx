import { chakra, Text, VisuallyHidden } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { clockText } from './clock-text.ts'

interface CountdownProps {
  /** What is left until the deadline, by the server's clock. */
  readonly milliseconds: number
  readonly label?: string
  /** Said instead of 00:00 when nothing is left. */
  readonly ended?: string
  readonly size?: 'inline' | 'bar' | 'wall'
}

const fontSizes = {
  inline: 'inherit',
  bar: { base: '2xl', md: '3xl', '2xl': '4xl' },
  wall: { base: '4xl', md: '6xl', '2xl': '7xl' },
} as const

const minute = 60_000

/** Time left, large enough for its place; amber at 5 minutes, red lettering and bold at 1, and said aloud at both. */
export function Countdown({ milliseconds, label, ended, size = 'inline' }: CountdownProps) {
  const { t } = useTranslation()
  const over = milliseconds <= 0
  const warning = over ? null : milliseconds <= minute ? 1 : milliseconds <= 5 * minute ? 5 : null
  const colour = warning === null ? undefined : 'fg.warning'
  return (
    <chakra.span display="inline-flex" flexDirection="column" lineHeight="1.15">
      {label && size !== 'inline' && (
        <Text as="span" textStyle="xs" color="fg.muted">
          {label}
        </Text>
      )}
      <chakra.span
        role="timer"
        aria-label={label}
        fontSize={over && size !== 'inline' ? { base: 'lg', md: 'xl' } : fontSizes[size]}
        fontWeight={warning === 1 ? 'bold' : 'semibold'}
        fontVariantNumeric="tabular-nums"
        whiteSpace="nowrap"
        color={colour}
        data-warning={warning ?? undefined}
      >
        {over ? (ended ?? t('clockEnded')) : clockText(milliseconds, (days) => t('clockDays', { days }))}
      </chakra.span>
      {size !== 'inline' && (
        <VisuallyHidden aria-live="polite" aria-atomic>
          {over
            ? (ended ?? t('clockEnded'))
            : warning && `${label ?? ''} ${t('clockWarning', { minutes: warning })}`}
        </VisuallyHidden>
      )}
    </chakra.span>
  )
}
