import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#client/store/preferences.ts'
import { SoundIcon } from '#client/ui/icons.tsx'

const storageKey = 'kaibiao-voice-consent'

/**
 * Asks once whether the voice may be heard. Browsers block sound until a page is touched: whoever agreed before is
 * heard again from their first click or key on.
 */
export function VoiceConsent() {
  const { t } = useTranslation('shell')
  const { setMuted, allowSound } = usePreferences((preferences) => preferences)
  const [answer, setAnswer] = useState(() => localStorage.getItem(storageKey))

  useEffect(() => {
    if (answer !== 'yes') return
    const once = { once: true }
    window.addEventListener('pointerdown', allowSound, once)
    window.addEventListener('keydown', allowSound, once)
    return () => {
      window.removeEventListener('pointerdown', allowSound)
      window.removeEventListener('keydown', allowSound)
    }
  }, [answer, allowSound])

  function decide(decision: 'yes' | 'no') {
    localStorage.setItem(storageKey, decision)
    setAnswer(decision)
    setMuted(decision === 'no')
    if (decision === 'yes') allowSound()
  }

  if (answer !== null) return null
  return (
    <Box as="section" aria-label={t('consentTitle')} bg="bg.info" borderBottomWidth="1px" data-no-print>
      <Flex maxW="120rem" mx="auto" px={{ base: '4', md: '6' }} py="2" gap="3" align="center" wrap="wrap">
        <SoundIcon />
        <Text flex="1 1 18rem">{t('consentText')}</Text>
        <Button size="sm" onClick={() => decide('yes')}>
          {t('consentYes')}
        </Button>
        <Button size="sm" variant="outline" onClick={() => decide('no')}>
          {t('consentNo')}
        </Button>
      </Flex>
    </Box>
  )
}
