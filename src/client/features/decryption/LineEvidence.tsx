import { Box, Text } from '@chakra-ui/react'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { type TimeFormat, useTimeFormat } from '#client/ui/time-format.ts'
import type { Span } from '#domain/session/window.ts'
import { gapsIn, type LineRecord, millisecondsOf, windowSpan, within } from '#domain/session/window-health.ts'

/** The most absences that are listed one by one. */
const mostListed = 3

/** A bidder's connection and the hall's availability during the decryption window, in words and as a timeline. */
export function LineEvidence({ line }: { line: LineRecord }) {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const pieces = usePieces()
  const outages = useOutages(pieces) ?? []
  if (pieces.length === 0) return null
  return (
    <Box mt="1">
      {(gapsIn(pieces, line.connected).length > 0 || outages.length > 0) && (
        <Timeline pieces={pieces} connected={line.connected} outages={outages} />
      )}
      <Text color="fg.muted" textStyle="sm">
        {t('evidence.both', { line: lineText(t, time, pieces, line), hall: hallText(t, time, outages) })}
      </Text>
    </Box>
  )
}

/** Whether the hall was available during the decryption window. */
export function HallEvidence() {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const outages = useOutages(usePieces())
  return outages && <Text color="fg.muted">{t('evidence.hall', { hall: hallText(t, time, outages) })}</Text>
}

/** The decryption window without the time in which the lot was halted. */
function usePieces(): readonly Span[] {
  const decryption = useSession(({ state }) => state.decryption)
  const halts = useSession(({ state }) => state.halts)
  return useMemo(() => windowSpan(decryption, halts)?.pieces ?? [], [decryption, halts])
}

/** When the hall was unavailable in that time; null where that is not recorded. */
function useOutages(pieces: readonly Span[]): readonly Span[] | null {
  const outages = useSession(({ state }) => state.decryption?.outages ?? null)
  return outages && within(pieces, outages)
}

/**
 * The window's pieces as one bar: in the colour of a live connection where the bidder was connected, in the warning
 * colour where the hall was unavailable. One without any gap would look like a progress bar.
 */
function Timeline({
  pieces,
  connected,
  outages,
}: Record<'pieces' | 'connected' | 'outages', readonly Span[]>) {
  const start = pieces[0]?.from ?? ''
  const length = Math.max(1, millisecondsOf(pieces))
  const percent = (milliseconds: number) => `${(100 * milliseconds) / length}%`
  const place = (span: Span) => ({
    left: percent(millisecondsOf(within(pieces, [{ from: start, to: span.from }]))),
    width: percent(millisecondsOf([span])),
  })
  return (
    <Box
      aria-hidden
      position="relative"
      h="2"
      maxW="18rem"
      my="1"
      rounded="sm"
      bg="bg.emphasized"
      overflow="hidden"
    >
      {within(pieces, connected).map((span) => (
        <Box key={span.from} position="absolute" insetY="0" bg="done.solid" style={place(span)} />
      ))}
      {outages.map((span) => (
        <Box
          key={span.from}
          position="absolute"
          insetY="0"
          minW="2px"
          bg="warning.solid"
          style={place(span)}
        />
      ))}
    </Box>
  )
}

function lineText(
  t: TFunction<'steps'>,
  time: TimeFormat,
  pieces: readonly Span[],
  line: LineRecord,
): string {
  if (within(pieces, line.connected).length === 0) return t('evidence.never')
  const gaps = gapsIn(pieces, line.connected)
  if (gaps.length === 0) return t('evidence.throughout')
  if (gaps.length > mostListed) return t('evidence.often', { count: line.losses, seconds: line.seconds })
  return t('evidence.offline', { spans: spansText(time, gaps) })
}

function hallText(t: TFunction<'steps'>, time: TimeFormat, outages: readonly Span[]): string {
  if (outages.length === 0) return t('evidence.hallAvailable')
  const listed =
    outages.length > mostListed
      ? `${spansText(time, outages.slice(0, mostListed))} …`
      : spansText(time, outages)
  return t('evidence.hallAway', { spans: listed })
}

/** 14:02:10–14:05:30, 14:07:00–14:07:20 */
function spansText(time: TimeFormat, spans: readonly Span[]): string {
  return spans.map(({ from, to }) => `${time.clock(from)}–${time.clock(to)}`).join(', ')
}
