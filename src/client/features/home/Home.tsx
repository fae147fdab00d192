import { Box, Button, Flex, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useLogin } from '#client/auth/login-store.ts'
import { usePreferences } from '#client/store/preferences.ts'
import { useServerOffset, useServerTime } from '#client/store/use-server-clock.ts'
import { useDemo, useTestAccounts, useVariant } from '#client/store/variant.tsx'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { PreferenceButtons } from '#client/ui/PreferenceButtons.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { TakeTour } from './TakeTour.tsx'
import { Today } from './Today.tsx'

/**
 * The home page: the server's date, weekday and clock, the button that enters the hall (LST-11), what opens today
 * (LST-15), and how to take part.
 */
export function Home() {
  const { t, i18n } = useTranslation('hall')
  const { title, hall } = useVariant()
  const navigate = useNavigate()
  const who = useLogin((login) => login.who)
  const offset = useServerOffset()
  const name = i18n.language === 'en' ? title.en : title.zh
  const wide = hall.openingsOnHome
  const offersTour = [useDemo(), useTestAccounts()].every(Boolean)
  useEffect(() => {
    document.title = name
  }, [name])
  return (
    <Flex direction="column" minH="100dvh">
      {/* Padded at the end: the login dialog's scrollbar covers the edge. */}
      <Flex as="header" justify="flex-end" p="3" pe={{ base: '3', md: '6' }} gap="1">
        <PreferenceButtons preferences={usePreferences((all) => all)} spelled />
      </Flex>
      <Box as="main" id="main" flex="1" display="grid" alignContent="center" px="4" pt="2" pb="8">
        <Stack gap={{ base: '8', md: '10' }} maxW="80rem" w="full" mx="auto">
          <SimpleGrid
            columns={{ base: 1, lg: wide ? 2 : 1 }}
            gap={{ base: '8', md: '12' }}
            alignItems="center"
          >
            <Stack gap={{ base: '6', md: '8' }} align="center" textAlign="center">
              <Heading
                as="h1"
                // On a phone the usual Chinese name has one line: there is no good place to break it.
                size={{ base: '2xl', md: wide ? '4xl' : '5xl' }}
                lineHeight="1.25"
                textWrap="balance"
              >
                {name}
              </Heading>
              <Clock offset={offset} />
              <Button size="2xl" onClick={() => navigate(who ? '/hall' : '/?login=certificate')}>
                {t('homeEnter')}
                <ArrowIcon />
              </Button>
              {who && <LoggedInAs name={who.ShowName} />}
              {offersTour && <TakeTour />}
            </Stack>
            {wide && <Today offset={offset} />}
          </SimpleGrid>
          <TakePart />
        </Stack>
      </Box>
      <Footer />
    </Flex>
  )
}

/** How to take part, in three steps. */
function TakePart() {
  const { t } = useTranslation('hall')
  const title = useId()
  return (
    <Box as="section" aria-labelledby={title}>
      <Heading as="h2" id={title} size="lg" mb="3">
        {t('takePart')}
      </Heading>
      <SimpleGrid as="ol" columns={{ base: 1, md: 3 }} gap={{ base: '4', md: '6' }} listStyleType="none">
        {(['takePart1', 'takePart2', 'takePart3'] as const).map((step, index) => (
          <Flex as="li" key={step} gap="3" borderTopWidth="2px" pt="3">
            <Text fontSize="3xl" lineHeight="1" fontWeight="semibold" color="fg.muted" aria-hidden>
              {index + 1}
            </Text>
            <Box>
              <Text fontWeight="semibold">{t(step)}</Text>
              <Text color="fg.muted">{t(`${step}How`)}</Text>
            </Box>
          </Flex>
        ))}
      </SimpleGrid>
    </Box>
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

/** In its own component, so that nothing else re-renders each second. */
function Clock({ offset }: { offset: number | null }) {
  const { t } = useTranslation('hall')
  const now = useServerTime(offset)
  const format = useTimeFormat()
  return (
    <Box aria-label={t('homeClock')} role="group" w="full">
      <Text textStyle={{ base: 'lg', md: '2xl' }} color="fg.muted" minH="1.6em">
        {now === null ? t('homeClockWaiting') : format.day(now)}
      </Text>
      <Text
        role="timer"
        fontSize={{ base: '5xl', md: '7xl' }}
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
