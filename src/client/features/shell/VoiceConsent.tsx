import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#client/store/preferences.ts'
import { CrossIcon, SoundIcon } from '#client/ui/icons.tsx'
import { useSoundOnceTouched } from '#client/voice/use-sound-once-touched.ts'

/**
 * Asks once for consent to the voice, while there are prompts (`asks`), in a strip of one line. Either answer ends it for
 * good in this browser; the header's button turns the voice on later. Browsers block sound until the page is used: with an
 * earlier consent the first click or key turns it on.
 */
export function VoiceConsent({ asks }: { asks: boolean }) {
  const { t } = useTranslation('shell')
  const { voiceConsent, consentToVoice } = usePreferences((preferences) => preferences)
  useSoundOnceTouched()
  if (voiceConsent !== null || !asks) return null
  return (
    <Box as="section" aria-label={t('consentTitle')} bg="bg.info" borderBottomWidth="1px" data-no-print>
      <Flex
        maxW="120rem"
        mx="auto"
        ps={{ base: '4', md: '6' }}
        pe={{ base: '1', md: '6' }}
        py={{ base: '0', md: '1' }}
        gap={{ base: '2', md: '3' }}
        align="center"
        textStyle="sm"
      >
        <SoundIcon />
        <Text flex="1" minW="0" lineHeight="1.3">
          <Box as="span" hideFrom="md">
            {t('consentShort')}
          </Box>
          <Box as="span" hideBelow="md">
            {t('consentText')}
          </Box>
        </Text>
        <Button
          size="sm"
          variant={{ base: 'ghost', md: 'solid' }}
          textDecoration={{ base: 'underline', md: 'none' }}
          textUnderlineOffset="3px"
          onClick={() => consentToVoice(true)}
        >
          {t('consentYes')}
        </Button>
        <Button
          size="sm"
          variant={{ base: 'ghost', md: 'outline' }}
          px={{ base: '0', md: '3.5' }}
          aria-label={t('consentNo')}
          title={t('consentNo')}
          onClick={() => consentToVoice(false)}
        >
          <CrossIcon hideFrom="md" />
          <Box as="span" hideBelow="md">
            {t('consentNo')}
          </Box>
        </Button>
      </Flex>
    </Box>
  )
}
