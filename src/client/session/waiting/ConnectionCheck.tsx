import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useConnection } from '#client/store/session-provider.tsx'
import { useSentences } from '#client/ui/use-sentences.ts'
import { CheckCard } from './CheckCard.tsx'
import { useCheckResult } from './check-results.ts'
import { lineOf, medianRoundTrip } from './round-trip.ts'

const tones = { good: 'done', slow: 'warning', failed: 'failed', unchecked: 'neutral' } as const

/** Measures the round trip to the server, and says whether news come at once. */
export function ConnectionCheck() {
  const { t } = useTranslation('waiting')
  const live = useConnection().status === 'live'
  const [measured, setMeasured] = useCheckResult('connection')
  const sentences = useSentences()
  const [busy, setBusy] = useState(false)

  async function measure() {
    setBusy(true)
    const ask = async () => (await api('getServerTimeNoauth')).ok
    setMeasured((await medianRoundTrip(ask, () => performance.now())) ?? 'failed')
    setBusy(false)
  }

  const line = typeof measured === 'number' ? lineOf(measured) : measured
  const milliseconds = typeof measured === 'number' ? Math.max(1, Math.round(measured)) : null
  return (
    <CheckCard
      title={t('connection')}
      outcome={{
        tone: tones[line],
        says: line === 'unchecked' ? t('unchecked') : t(`connection.is.${line}`, { milliseconds }),
      }}
      detail={
        line === 'unchecked'
          ? t('connection.help')
          : sentences(
              t(`connection.means.${line}`),
              line !== 'failed' && t(live ? 'connection.live' : 'connection.polls'),
            )
      }
    >
      <Button size="sm" variant="outline" loading={busy} onClick={() => void measure()}>
        {t(line === 'unchecked' ? 'connection.check' : 'connection.again')}
      </Button>
    </CheckCard>
  )
}
