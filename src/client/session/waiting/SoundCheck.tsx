import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#client/store/preferences.ts'
import { playTestTone } from '#client/voice/test-tone.ts'
import { CheckCard } from './CheckCard.tsx'
import { useCheckResult } from './check-results.ts'

const tones = { unchecked: 'neutral', asked: 'info', yes: 'done', no: 'warning', failed: 'failed' } as const

/** Plays a tone and asks whether it was heard. */
export function SoundCheck() {
  const { t } = useTranslation('waiting')
  const volume = usePreferences((preferences) => preferences.volume)
  const muted = usePreferences((preferences) => preferences.muted)
  const [heard, setHeard] = useCheckResult('heard')

  async function play() {
    setHeard('asked')
    // With a volume of zero there is nothing to hear.
    if (!(await playTestTone(volume))) setHeard('failed')
  }

  // A muted voice is silent although the machine plays sound.
  const found = heard === 'yes' && muted ? 'muted' : heard
  return (
    <CheckCard
      title={t('sound')}
      outcome={{
        tone: found === 'muted' ? 'warning' : tones[found],
        says: found === 'unchecked' ? t('unchecked') : t(`sound.is.${found}`),
      }}
      detail={t(`sound.means.${found}`)}
    >
      {heard === 'asked' && (
        <>
          <Button size="sm" onClick={() => setHeard('yes')}>
            {t('sound.yes')}
          </Button>
          <Button size="sm" variant="outline" onClick={() => setHeard('no')}>
            {t('sound.no')}
          </Button>
        </>
      )}
      <Button size="sm" variant={heard === 'asked' ? 'ghost' : 'outline'} onClick={() => void play()}>
        {t(heard === 'unchecked' ? 'sound.play' : 'sound.again')}
      </Button>
    </CheckCard>
  )
}
