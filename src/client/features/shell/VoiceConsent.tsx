import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#client/store/preferences.ts'
import { SoundIcon } from '#client/ui/icons.tsx'
import { useSoundOnceTouched } from '#client/voice/use-sound-once-touched.ts'

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
