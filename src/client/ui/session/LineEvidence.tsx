import { Box, Text } from '@chakra-ui/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { type TimeFormat, useTimeFormat } from '#client/time-format.ts'
import { gapsIn, type LineRecord, type Span } from '#domain/window-health.ts'
import { epochOf } from '#lib/time.ts'

/** So many absences are told one by one. */
const mostTold = 3

/** How a bidder was connected during the decryption window, beside how the hall was: in words, and as a strip of time. */
export function LineEvidence({ line }: { line: LineRecord }) {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const decryption = useSession(({ state }) => state.decryption)
  if (!decryption?.deadline) return null
  const window = { from: decryption.issuedAt, to: decryption.deadline }
  const outages = decryption.outages ?? []
  return (
    <Box mt="1">
      <Strip window={window} connected={line.connected} outages={outages} />
      <Text color="fg.muted" textStyle="sm">
        {t('evidence.both', { line: lineText(t, time, window, line), hall: hallText(t, time, outages) })}
      </Text>
    </Box>
  )
}

/** Whether the hall was there during the decryption window. */
export function HallEvidence() {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const outages = useSession(({ state }) => state.decryption?.outages ?? null)
  return outages && <Text color="fg.muted">{t('evidence.hall', { hall: hallText(t, time, outages) })}</Text>
}

/** The window as a bar: where the bidder was connected it is filled, and where the hall was away it is struck out. */
function Strip({
  window,
  connected,
  outages,
}: { window: Span } & Record<'connected' | 'outages', readonly Span[]>) {
  const start = epochOf(window.from)
  const length = Math.max(1, epochOf(window.to) - start)
  const percent = (milliseconds: number) => `${(100 * milliseconds) / length}%`
  const place = ({ from, to }: Span) => ({
    left: percent(epochOf(from) - start),
    width: percent(epochOf(to) - epochOf(from)),
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
      {connected.map((span) => (
        <Box key={span.from} position="absolute" insetY="0" bg="info.solid" style={place(span)} />
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

function lineText(t: TFunction<'steps'>, time: TimeFormat, window: Span, line: LineRecord): string {
  if (line.connected.length === 0) return t('evidence.never')
  const gaps = gapsIn(window, line.connected)
  if (gaps.length === 0) return t('evidence.throughout')
  if (gaps.length > mostTold) return t('evidence.often', { count: line.losses, seconds: line.seconds })
  return t('evidence.offline', { spans: spansText(time, gaps) })
}

function hallText(t: TFunction<'steps'>, time: TimeFormat, outages: readonly Span[]): string {
  if (outages.length === 0) return t('evidence.hallAvailable')
  const told =
    outages.length > mostTold ? `${spansText(time, outages.slice(0, mostTold))} …` : spansText(time, outages)
  return t('evidence.hallAway', { spans: told })
}

/** 14:02:10–14:05:30, 14:07:00–14:07:20 */
function spansText(time: TimeFormat, spans: readonly Span[]): string {
  return spans.map(({ from, to }) => `${time.clock(from)}–${time.clock(to)}`).join(', ')
}
