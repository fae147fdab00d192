import { Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { TimedWindow } from '#domain/session/window.ts'

/** Says that a window was prolonged by the time in which the hall was unreachable (SES-19). */
export function ProlongedNote({ window }: { window: TimedWindow | null }) {
  const { t } = useTranslation('steps')
  if (!window?.prolongedFor.length) return null
  return <Text color="fg.muted">{t('window.prolonged')}</Text>
}
