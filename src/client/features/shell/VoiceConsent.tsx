import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#client/store/preferences.ts'
import { SoundIcon } from '#client/ui/icons.tsx'

/**
 * Asks once for consent to the voice, while there are prompts (`asks`). Browsers block sound until the page is used:
 * with an earlier consent the first click or key turns it on.
 */
export function VoiceConsent({ asks }: { asks: boolean }) {
  const { t } = useTranslation('shell')
  const { voiceConsent, consentToVoice } = usePreferences((preferences) => preferences)
  useSoundOnceTouched()
  if (voiceConsent !== null || !asks) return null
  return (
    <Box as="section" aria-label={t('consentTitle')} bg="bg.info" borderBottomWidth="1px" data-no-print>
      <Flex maxW="120rem" mx="auto" px={{ base: '4', md: '6' }} py="2" gap="3" align="center" wrap="wrap">
        <SoundIcon />
        <Text flex="1 1 18rem">{t('consentText')}</Text>
        <Button size="sm" onClick={() => consentToVoice(true)}>
          {t('consentYes')}
        </Button>
        <Button size="sm" variant="outline" onClick={() => consentToVoice(false)}>
          {t('consentNo')}
        </Button>
      </Flex>
    </Box>
  )
}

function useSoundOnceTouched(): void {
  const blocked = usePreferences(({ voiceConsent, soundAllowed }) => voiceConsent === true && !soundAllowed)
  const allowSound = usePreferences((preferences) => preferences.allowSound)
  useEffect(() => {
    if (!blocked) return
    // The page may have been used before the section was entered.
    if (navigator.userActivation?.hasBeenActive) return allowSound()
    const listening = new AbortController()
    for (const touch of ['click', 'keydown'] as const) {
      window.addEventListener(touch, allowSound, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [blocked, allowSound])
}
