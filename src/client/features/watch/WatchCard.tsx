import { Box, Button, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStepTitle } from '#client/session/step-title.ts'
import { useHaltSentences } from '#client/session/use-halt-sentence.ts'
import { usePreferences } from '#client/store/preferences.ts'
import { useServerTime } from '#client/store/use-server-clock.ts'
import { Countdown } from '#client/ui/Countdown.tsx'
import { MutedIcon, SoundIcon, WarningIcon } from '#client/ui/icons.tsx'
import { progressPalette } from '#client/ui/Progress.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { isCountOver } from '#domain/session/phase.ts'
import type { Summary } from '#domain/session/summary.ts'
import { epochOf } from '#lib/time.ts'
import type { WatchedSection } from '#protocol/socket/watched.ts'
import { EnterButton } from './EnterButton.tsx'
import type { WallView } from './follow-wall.ts'

interface WatchCardProps {
  readonly section: WatchedSection
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
  readonly line: WallView['line']
  /** The voice speaks for this section. */
  readonly isChosen: boolean
  readonly onChoose: (id: string | null) => void
  /** With as few lines as possible. */
  readonly isDense: boolean
  /** The buttons stand beside the clock instead of below everything; in a dense card always. */
  readonly actsBeside: boolean
  /** The most lines of the section's name. */
  readonly nameLines: 1 | 2
}

/** A section on the wall: step, one sentence, clock, how many are done, the last event, connection (WAL-2). */
export function WatchCard(props: WatchCardProps) {
  const { section, offset, line, isChosen, onChoose, isDense, actsBeside, nameLines } = props
  const { id, name, code, summary } = section
  const acts = (
    <>
      <VoiceChoice {...{ id, name, isChosen, onChoose, isDense }} />
      <EnterButton {...{ id, name, isDense }} />
    </>
  )
  return (
    <Flex
      as="article"
      data-tour="card"
      aria-labelledby={`name-${id}`}
      direction="column"
      gap={isDense ? '1' : '2'}
      w="full"
      minW="0"
      p={isDense ? '2' : '3'}
      bg="bg.panel"
      borderWidth="1px"
      borderColor={isChosen ? 'info.solid' : 'border'}
      boxShadow={isChosen ? '0 0 0 1px var(--kb-colors-info-solid)' : undefined}
      rounded="lg"
      css={{ '&:has([data-warning="1"])': { bg: 'bg.error', borderColor: 'border.error' } }}
      data-watch={summary?.phase ?? 'unreadable'}
    >
      <Flex gap="2" align="flex-start">
        <Box flex="1" minW="0">
          <Heading
            as="h2"
            id={`name-${id}`}
            size="sm"
            lineClamp={nameLines}
            lineHeight="1.35"
            textWrap="pretty"
            title={name}
          >
            {name}
          </Heading>
          <Text textStyle="xs" color="fg.muted" truncate>
            {code}
          </Text>
        </Box>
        {isDense && !summary && acts}
        <LineDot line={line} />
      </Flex>
      {summary ? (
        <Happening {...{ section, summary, offset, isDense }} acts={actsBeside && acts} />
      ) : (
        <Unreadable />
      )}
      <LastEvent last={section.last} isDense={isDense} />
      {!actsBeside && (
        <Flex gap="2" mt="auto" pt="1" wrap="wrap" justify="space-between">
          {acts}
        </Flex>
      )}
    </Flex>
  )
}

interface HappeningProps {
  readonly section: WatchedSection
  readonly summary: Summary
  readonly offset: number | null
  readonly isDense: boolean
  /** Beside the clock. */
  readonly acts: ReactNode
}

function Happening({ section, summary, offset, isDense, acts }: HappeningProps) {
  const { t } = useTranslation('watch')
  const titleOf = useStepTitle()
  const haltSentence = useHaltSentences()
  const { step, phase, halt, count } = summary
  const sentence = halt ? haltSentence(halt.lot, halt.by, true) : t(`room:phase.${phase}`)
  return (
    <>
      <Box>
        <Text fontWeight="semibold" textStyle={isDense ? 'sm' : undefined}>
          {titleOf(step, summary)}
        </Text>
        <Text
          textStyle={isDense ? 'xs' : 'sm'}
          color={halt ? 'fg.warning' : 'fg.muted'}
          lineClamp={isDense ? 1 : 3}
          title={isDense ? sentence : undefined}
        >
          {halt && <WarningIcon display="inline" verticalAlign="-0.2em" me="1" />}
          {sentence}
        </Text>
      </Box>
      <Flex gap="1" align="flex-end">
        <Box flex="1" minW="0">
          <CardClock summary={summary} opensAt={section.opensAt} offset={offset} isDense={isDense} />
        </Box>
        {acts}
      </Flex>
      {count && <Count phase={phase} count={count} />}
    </>
  )
}

function Count({ phase, count }: Pick<Summary, 'phase'> & { readonly count: NonNullable<Summary['count']> }) {
  const { t } = useTranslation('room')
  const { done, total } = count
  const share = total > 0 ? Math.min(1, done / total) : 0
  const palette = progressPalette(done, total, isCountOver(phase))
  return (
    <Flex align="center" gap="3">
      <Text textStyle="sm" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {t(`count.${phase}`, { done, total })}
      </Text>
      <Box flex="1" h="2" bg="bg.emphasized" rounded="full" overflow="hidden" aria-hidden>
        <Box h="full" bg={`${palette}.solid`} style={{ width: `${share * 100}%` }} />
      </Box>
    </Flex>
  )
}

function Unreadable() {
  const { t } = useTranslation('watch')
  return (
    <Text role="alert" color="fg.error" fontWeight="semibold">
      <WarningIcon display="inline" verticalAlign="-0.2em" me="1" />
      {t('unreadable')}
    </Text>
  )
}

interface CardClockProps {
  readonly summary: Summary
  readonly opensAt: string
  readonly offset: number | null
  readonly isDense: boolean
}

/** The running window's clock, or the time until the opening; a line as high where none runs. */
function CardClock({ summary: { window, phase }, opensAt, offset, isDense }: CardClockProps) {
  const { t } = useTranslation('watch')
  const format = useTimeFormat()
  const now = useServerTime(offset)
  if (!window || now === null) {
    return (
      <Text textStyle="sm" color="fg.muted">
        {phase === 'ended' ? null : t('noDeadline')}
      </Text>
    )
  }
  const isOpening = window.name === 'opening'
  const label = t(`shell:deadline_${window.name}`)
  const left = Math.max(0, epochOf(window.deadline) - now)
  return (
    <Flex align="flex-end" columnGap="3" wrap="wrap" lineHeight="1.1">
      <Box
        fontSize={left <= 0 ? '1.25rem' : isDense ? '1.75rem' : 'var(--clock, 2.25rem)'}
        letterSpacing="-0.02em"
      >
        <Countdown milliseconds={left} label={label} ended={isOpening ? t('hall:timeCome') : t('timeOver')} />
      </Box>
      <Box textStyle="xs" color="fg.muted" pb="1">
        {(left > 0 || !isOpening) && <Text>{label}</Text>}
        <Text fontVariantNumeric="tabular-nums">
          {isOpening
            ? t('opensAt', { time: format.clock(opensAt) })
            : t('until', { time: format.clock(window.deadline) })}
        </Text>
      </Box>
    </Flex>
  )
}

function LastEvent({ last, isDense }: Pick<WatchedSection, 'last'> & { readonly isDense: boolean }) {
  const { t, i18n } = useTranslation('watch')
  const format = useTimeFormat()
  const words = last?.[i18n.language === 'en' ? 'en' : 'zh']
  if (isDense) {
    return (
      <Text textStyle="xs" truncate mt="auto" title={words}>
        {last && (
          <chakra.span color="fg.muted" me="1.5">
            {format.clock(last.at)}
          </chakra.span>
        )}
        {words ?? t('noLast')}
      </Text>
    )
  }
  return (
    <Box textStyle="sm" borderTopWidth="1px" pt="2">
      <Text textStyle="xs" color="fg.muted">
        {t('last')}
        {last && ` · ${format.clock(last.at)}`}
      </Text>
      <Text lineClamp={2} minH="2.6em" title={words}>
        {words ?? t('noLast')}
      </Text>
    </Box>
  )
}

const dots = { connecting: 'info.solid', live: 'done.solid', polling: 'warning.solid', away: 'warning.solid' }

/** A dot; its text is for screen readers and shown on hovering. */
function LineDot({ line }: { line: WallView['line'] }) {
  const { t } = useTranslation('watch')
  return (
    <chakra.span
      role="img"
      aria-label={t(`line_${line}`)}
      title={t(`line_${line}`)}
      data-connection={line}
      boxSize="2.5"
      mt="1.5"
      rounded={line === 'live' ? 'full' : '1px'}
      bg={dots[line]}
      flexShrink={0}
    />
  )
}

/** Chooses the section for the voice; the click is the consent that browsers ask for. */
function VoiceChoice({
  id,
  name,
  isChosen,
  onChoose,
  isDense,
}: Pick<WatchCardProps, 'isChosen' | 'onChoose' | 'isDense'> & {
  readonly id: string
  readonly name: string
}) {
  const { t } = useTranslation('watch')
  const { muted, setMuted } = usePreferences((preferences) => preferences)
  const isSilent = isChosen && muted
  return (
    <Button
      size={isDense ? 'xs' : { base: 'lg', md: 'sm' }}
      px={isDense ? '0' : undefined}
      variant={isChosen && !muted ? 'solid' : 'outline'}
      aria-pressed={isChosen && !muted}
      aria-label={isSilent ? t('voiceMuted') : t('voiceOf', { name })}
      onClick={() => {
        if (isChosen && !muted) return onChoose(null)
        setMuted(false)
        onChoose(id)
      }}
    >
      {isSilent ? <MutedIcon /> : <SoundIcon />}
      {!isDense && t('voice')}
    </Button>
  )
}
