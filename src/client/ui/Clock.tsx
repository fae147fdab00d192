import { Box, chakra, Flex, Text, VisuallyHidden } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { clockText, tenthsBelow, tenthsText } from './clock-text.ts'
import { CheckIcon, WarningIcon } from './icons.tsx'
import { type Urgency, urgencyLooks, urgencyOf } from './urgency.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

interface ClockProps {
  /** Time left until the deadline, by the server's clock; with tenths where it is updated as often. */
  readonly milliseconds: number
  readonly label: string
  /** The deadline as shown beside the digits. */
  readonly until: string
  /** The whole window in milliseconds, for the bar that drains and the warnings; null where it has no beginning. */
  readonly whole?: number | null
  /** Something begins at the end time; otherwise it is a deadline. */
  readonly begins?: boolean
  /** Shown instead of 00:00 when the time is over. */
  readonly ended?: string
  /** The viewer's part is done: this is said instead, and the clock is small and grey. */
  readonly done?: string | null
  /** Announces the warnings to screen readers; off where another live region does. */
  readonly announced?: boolean
  /** In shares of the screen's height, for the view for the room. */
  readonly room?: boolean
}

const day = 86_400_000

/** From this width on the clock is read from across a room. */
const wide = '@media (min-width: 120rem)'

/** The clock of a deadline: 40 px digits on a phone, 64 px on a laptop, 96 px on a large screen. */
export function Clock(props: ClockProps) {
  const { milliseconds, label, until, whole = null, done = null, announced = true, room = false } = props
  const { begins = false } = props
  const { t } = useTranslation()
  const over = milliseconds <= 0
  const urgency = urgencyOf(milliseconds, whole)
  const ended = props.ended ?? t('clockEnded')
  if (done !== null && !over) return <DoneClock milliseconds={milliseconds} {...{ label, until, done }} />
  return (
    <Box minW="0" flexShrink={room ? 0 : undefined} data-clock={urgency ?? 'calm'} lineHeight="1.15">
      <Flex
        align="center"
        columnGap="3"
        wrap={{ base: 'wrap', md: 'nowrap' }}
        maxW={room ? '96vw' : undefined}
      >
        <Digits {...{ milliseconds, urgency, label, ended, room }} />
        <Box
          color="fg.muted"
          // Sizes by the screen's width would win over those of the room.
          {...(room
            ? { fontSize: 'max(0.75rem, 2.4vh)' }
            : {
                textStyle: { base: 'xs', md: 'sm' },
                css: { [wide]: { fontSize: '1.25rem', lineHeight: '1.35' } },
              })}
        >
          <Text>{label}</Text>
          <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
            {t(begins ? 'clockFrom' : 'clockUntil', { time: until })}
          </Text>
          {urgency && (
            <Text {...urgencyLooks(urgency)} whiteSpace="nowrap">
              <WarningIcon me="0.5" verticalAlign="-0.2em" display="inline" />
              {t('clockUnder', { minutes: urgency })}
            </Text>
          )}
        </Box>
      </Flex>
      {whole !== null && !over && <Drain share={milliseconds / whole} urgency={urgency} />}
      {announced && (
        <VisuallyHidden aria-live="polite" aria-atomic>
          {over ? ended : urgency && `${label} ${t('clockUnder', { minutes: urgency })}`}
        </VisuallyHidden>
      )}
    </Box>
  )
}

interface DigitsProps {
  readonly milliseconds: number
  readonly urgency: Urgency | null
  readonly label: string
  readonly ended: string
  readonly room: boolean
}

function Digits({ milliseconds, urgency, label, ended, room }: DigitsProps) {
  const { t } = useTranslation()
  const still = useReducedMotion()
  const over = milliseconds <= 0
  const sizes = milliseconds >= day ? longSizes : over ? endedSizes : digitSizes
  return (
    <chakra.span
      role="timer"
      aria-label={label}
      {...(room
        ? { fontSize: over ? '6vh' : milliseconds >= day ? '8vh' : 'min(12vh, 20vw)' }
        : { fontSize: { base: sizes[0], md: sizes[1] }, css: { [wide]: { fontSize: sizes[2] } } })}
      lineHeight="1"
      letterSpacing="-0.02em"
      fontVariantNumeric="tabular-nums"
      whiteSpace="nowrap"
      data-warning={urgency ?? undefined}
      {...urgencyLooks(urgency)}
    >
      {over
        ? ended
        : milliseconds < tenthsBelow && !still
          ? tenthsText(milliseconds)
          : clockText(milliseconds, (days) => t('clockDays', { days }))}
    </chakra.span>
  )
}

/** On a phone, on a laptop, on a large screen. */
const digitSizes = ['2.5rem', '4rem', '6rem'] as const
const longSizes = ['1.5rem', '2.25rem', '3.5rem'] as const
const endedSizes = ['1.25rem', '1.5rem', '2.25rem'] as const

/** The thin bar that drains with the window. */
function Drain({ share, urgency }: { share: number; urgency: Urgency | null }) {
  const colour = urgency === 1 ? 'fg.error' : urgency === 5 ? 'fg.warning' : 'info.solid'
  return (
    <Box h="1" mt="1.5" bg="bg.emphasized" rounded="full" overflow="hidden" aria-hidden data-no-print>
      <Box
        h="full"
        bg={colour}
        // Browsers move what is only transformed beside the page's own thread.
        transition="transform 1s linear"
        transformOrigin="left"
        data-drain
        style={{ transform: `scaleX(${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000})` }}
      />
    </Box>
  )
}

function DoneClock(props: Pick<ClockProps, 'milliseconds' | 'label' | 'until'> & { readonly done: string }) {
  const { t } = useTranslation()
  return (
    <Box textStyle="sm" color="fg.muted" data-clock="done">
      <Flex align="center" gap="1" fontWeight="semibold">
        <CheckIcon />
        {props.done}
      </Flex>
      <Text>
        {props.label}{' '}
        <chakra.span
          role="timer"
          aria-label={props.label}
          fontVariantNumeric="tabular-nums"
          whiteSpace="nowrap"
        >
          {clockText(props.milliseconds, (days) => t('clockDays', { days }))}
        </chakra.span>{' '}
        · {t('clockUntil', { time: props.until })}
      </Text>
    </Box>
  )
}
