import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useLogin } from '#client/auth/login-store.ts'
import { usePreferences } from '#client/store/preferences.ts'
import { useServerClock } from '#client/store/use-server-clock.ts'
import { useVariant } from '#client/store/variant.tsx'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { PreferenceButtons } from '#client/ui/PreferenceButtons.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'

/** The home page (LST-11): the server's date, weekday and clock, and the button that enters the hall. */
export function Home() {
  const { t, i18n } = useTranslation('hall')
  const { title } = useVariant()
  const navigate = useNavigate()
  const who = useLogin((login) => login.who)
  const name = i18n.language === 'en' ? title.en : title.zh
  useEffect(() => {
    document.title = name
  }, [name])
  return (
    <Flex direction="column" minH="100dvh">
      {/* Padded at the end: the login dialog's scrollbar covers the edge. */}
      <Flex as="header" justify="flex-end" p="3" pe={{ base: '3', md: '6' }} gap="1">
        <PreferenceButtons preferences={usePreferences((all) => all)} spelled />
      </Flex>
      <Box as="main" id="main" flex="1" display="grid" alignContent="center" px="4" py="8">
        <Stack gap={{ base: '8', md: '12' }} align="center" textAlign="center">
          <Heading as="h1" size={{ base: '3xl', md: '5xl' }} lineHeight="1.25" textWrap="balance">
            {name}
          </Heading>
          <Clock />
          <Button size="2xl" onClick={() => navigate(who ? '/hall' : '/?login=certificate')}>
            {t('homeEnter')}
            <ArrowIcon />
          </Button>
          {who && <LoggedInAs name={who.ShowName} />}
        </Stack>
      </Box>
      <Footer />
    </Flex>
  )
}

/** Shows whose login is active before it is used: it may have been made in another tab. */
function LoggedInAs({ name }: { name: string }) {
  const { t } = useTranslation('hall')
  const navigate = useNavigate()
  const switchAccount = useLogin((login) => login.switchAccount)
  return (
    <Flex align="center" justify="center" gap="3" wrap="wrap" color="fg.muted">
      <Text>{t('homeAs', { name })}</Text>
      <Button
        variant="outline"
        size="sm"
        onClick={() => void switchAccount().then(() => navigate('/?login=certificate'))}
      >
        {t('common:switchAccount')}
      </Button>
    </Flex>
  )
}

function Clock() {
  const { t } = useTranslation('hall')
  const now = useServerClock()
  const format = useTimeFormat()
  return (
    <Box aria-label={t('homeClock')} role="group">
      <Text textStyle={{ base: 'lg', md: '2xl' }} color="fg.muted" minH="1.6em">
        {now === null ? t('homeClockWaiting') : format.day(now)}
      </Text>
      <Text
        role="timer"
        fontSize={{ base: '5xl', md: '8xl' }}
        lineHeight="1.15"
        fontWeight="semibold"
        letterSpacing="tight"
        fontVariantNumeric="tabular-nums"
      >
        {now === null ? '--:--:--' : format.clock(now)}
      </Text>
      <Text textStyle="sm" color="fg.muted">
        {t('homeClock')}
      </Text>
    </Box>
  )
}

function Footer() {
  const { t, i18n } = useTranslation('hall')
  const { footer } = useVariant()
  const language = i18n.language === 'en' ? 'en' : 'zh'
  return (
    <Box as="footer" borderTopWidth="1px" py="5" px="4" textStyle="sm" color="fg.muted" textAlign="center">
      <Flex justify="center" columnGap="6" rowGap="1" wrap="wrap">
        <Text>{t('homeOrganiser', { name: footer.organiser[language] })}</Text>
        <Text>{t('homeSupport', { name: footer.support[language] })}</Text>
        <Text>{t('homeHotline', { number: footer.hotline })}</Text>
      </Flex>
      <Text mt="1">
        {t('homeBrowsers', { browsers: footer.browsers[language], resolution: footer.resolution })}
      </Text>
    </Box>
  )
}
