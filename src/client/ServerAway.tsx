import { Button } from '@chakra-ui/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusPage } from './StatusPage.tsx'
import { RefreshIcon } from './ui/icons.tsx'
import { useOnline } from './ui/use-online.ts'

interface ServerAwayProps {
  readonly code: string
  readonly onRetry: () => void
}

/** All who wait do not come back in the same moment: half to one and a half of this. */
const retryMilliseconds = 10_000

/** The server is away, or this device is offline, and there is nothing to show yet: tries again by itself. */
export function ServerAway({ code, onRetry }: ServerAwayProps) {
  const { t } = useTranslation()
  const online = useOnline()
  useEffect(() => {
    if (!online) return
    const timer = setInterval(onRetry, retryMilliseconds * (0.5 + Math.random()))
    return () => clearInterval(timer)
  }, [online, onRetry])
  return (
    <StatusPage
      title={t(online ? 'awayTitle' : 'offlineTitle')}
      meaning={t(online ? 'awayMeaning' : 'offlineMeaning')}
      action={t('awayAction')}
      code={code}
    >
      <Button variant="outline" onClick={onRetry}>
        <RefreshIcon />
        {t('retry')}
      </Button>
    </StatusPage>
  )
}
