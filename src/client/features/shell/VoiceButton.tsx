import { chakra, Flex, IconButton } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#client/store/preferences.ts'
import { MutedIcon, SoundIcon } from '#client/ui/icons.tsx'

/** Turns the voice on or off and sets its volume. */
export function VoiceButton() {
  const { t } = useTranslation('shell')
  const { muted, volume, setMuted, setVolume } = usePreferences((preferences) => preferences)
  const label = t(muted ? 'voiceUnmute' : 'voiceMute')
  return (
    <Flex align="center">
      <IconButton variant="ghost" size="sm" aria-label={label} title={label} onClick={() => setMuted(!muted)}>
        {muted ? <MutedIcon /> : <SoundIcon />}
      </IconButton>
      {!muted && (
        <chakra.input
          type="range"
          hideBelow="md"
          min={0}
          max={1}
          step={0.1}
          value={volume}
          onChange={(event) => setVolume(Number(event.currentTarget.value))}
          aria-label={t('volume')}
          aria-valuetext={`${Math.round(volume * 100)}%`}
          w="16"
          h="6"
          accentColor="var(--kb-colors-fg)"
        />
      )}
    </Flex>
  )
}
