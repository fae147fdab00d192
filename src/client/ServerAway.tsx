import { Button } from '@chakra-ui/react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusPage } from './StatusPage.tsx'
import { RefreshIcon } from './ui/icons.tsx'

interface ServerAwayProps {
  readonly code: string
  readonly onRetry: () => void
}

/** All who wait do not come back in the same moment: half to one and a half of this. */
const retryMilliseconds = 10_000

/** The server is away, or this device is offline, and there is nothing to show yet: tries again by itself. */
export function ServerAway({ code, onRetry }: ServerAwayProps) {
  const { t } = useTranslation()
  const online = useSyncExternalStore(onConnection, () => navigator.onLine)
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

function onConnection(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
