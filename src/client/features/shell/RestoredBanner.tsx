import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useRestored } from '#client/store/session-provider.tsx'
import { WarningBar } from '#client/ui/WarningBar.tsx'

/** Says that a backup was restored and what it lacks, until the user has read it (ALM-5). */
export function RestoredBanner() {
  const { t } = useTranslation('shell')
  const { restored, dismiss } = useRestored()
  if (restored === null) return null
  const { kept, seen } = restored

  function restoredText(): string {
    // While bids can be submitted a bidder is not told how long the log is (RIV-1).
    if (seen === null || kept === null) return t('restoredSome')
    return seen > kept ? t('restored', { kept, seen }) : t('restoredAll', { kept })
  }

  return (
    <WarningBar
      title={t('restoredTitle')}
      urgent
      text={restoredText()}
      action={
        <Button size="xs" variant="outline" onClick={dismiss}>
          {t('restoredRead')}
        </Button>
      }
    />
  )
}
