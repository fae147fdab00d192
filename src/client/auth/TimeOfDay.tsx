import { Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useServerTime } from '#client/store/use-server-clock.ts'
import { useTimeFormat } from '#client/ui/time-format.ts'

interface TimeOfDayProps {
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
}

/**
 * The server's date and time in a header, on a narrow phone below each other; in its own component, so that nothing else
 * re-renders each second.
 */
export function TimeOfDay({ offset }: TimeOfDayProps) {
  const { t } = useTranslation('hall')
  const format = useTimeFormat()
  const now = useServerTime(offset)
  return (
    <Text
      role="timer"
      aria-label={t('homeClock')}
      color="fg.muted"
      textAlign="end"
      whiteSpace={{ base: 'normal', md: 'nowrap' }}
      overflowWrap="normal"
    >
      {now === null ? '—' : format.second(now)}
    </Text>
  )
}
