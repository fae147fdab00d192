import { Box, chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useServerTime } from '#client/store/use-server-clock.ts'
import { Countdown } from '#client/ui/Countdown.tsx'
import { epochOf } from '#lib/time.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { hasRibbon } from './Ribbon.tsx'

interface RunningTimeProps {
  readonly row: SectionListRow
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
}

/**
 * The time until the opening, and that it has come at and below 0 (LST-5); from then on the time left in the open
 * window (LST-14).
 */
export function RunningTime({ row, offset }: RunningTimeProps) {
  const { t } = useTranslation('hall')
  const now = useServerTime(offset)
  if (now === null) return null
  const left = epochOf(row.OpenBidTime) - now
  // No clock runs for a halted lot (HLT-9); that its time has come is said all the same (LST-5).
  if (left > 0 && hasRibbon(row)) return null
  const window = row.running?.window
  return (
    <>
      {!window && (
        <Box color={left > 0 ? undefined : 'fg.muted'} whiteSpace={{ xl: 'nowrap' }}>
          {left > 0 && (
            <chakra.span hideFrom="md" color="fg.muted" me="2">
              {t('agenda:left')}
            </chakra.span>
          )}
          <Countdown milliseconds={left} label={t('columnCountdown')} ended={t('timeCome')} />
        </Box>
      )}
      {window && (
        <Box fontWeight="semibold">
          <chakra.span me="1.5">{t(`agenda:window.${window.name}`)}</chakra.span>
          <Countdown
            milliseconds={epochOf(window.deadline) - now}
            label={t(`agenda:window.${window.name}`)}
          />
        </Box>
      )}
    </>
  )
}
