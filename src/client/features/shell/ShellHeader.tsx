import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { PreferenceButtons } from '#client/PreferenceButtons.tsx'
import { useLogin } from '#client/store/login-store.ts'
import { useServerNow, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/time-format.ts'
import { FileIcon, LogoutIcon } from '#client/ui/icons.tsx'
import { ConnectionDot } from './ConnectionBanner.tsx'
import { VoiceButton } from './VoiceButton.tsx'

/** Section, the server's clock, connection, files, settings and the way out (S1). */
export function ShellHeader() {
  const { t } = useTranslation('shell')
  const sessionId = useSessionId()
  const name = useSession(({ state }) => state.tender?.sectionName ?? '')
  const code = useSession(({ state }) => state.tender?.sectionCode ?? '')
  return (
    <Flex
      as="header"
      maxW="120rem"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py="2"
      align="center"
      columnGap="5"
      rowGap="1"
      wrap="wrap"
    >
      <Box flex="1 1 16rem" minW="0">
        <Text fontWeight="semibold" lineClamp={{ base: 2, lg: 1 }} title={name}>
          {name || t('sectionLoading')}
        </Text>
        <Text textStyle="sm" color="fg.muted">
          {code}
        </Text>
      </Box>
      <ServerClock />
      <Flex align="center" gap="1" wrap="wrap">
        <Button asChild variant="ghost" size="sm">
          <Link to={`/bid/${sessionId}/file-view`}>
            <FileIcon />
            <Text as="span" srOnly={{ base: true, sm: false }}>
              {t('fileView')}
            </Text>
          </Link>
        </Button>
        <VoiceButton />
        <PreferenceButtons />
        <WayOut />
      </Flex>
    </Flex>
  )
}

function ServerClock() {
  const { t } = useTranslation('shell')
  const now = useServerNow(1000)
  const heard = useSession(({ connection }) => connection.heardAt !== null)
  const format = useTimeFormat()
  return (
    <Flex align="center" gap="3">
      <ConnectionDot />
      <Box lineHeight="1.2">
        <Text textStyle="xs" color="fg.muted">
          {t('serverClock')}
        </Text>
        <Text
          role="timer"
          aria-label={t('serverClock')}
          textStyle={{ base: 'md', '2xl': 'xl' }}
          fontWeight="semibold"
        >
          {heard ? format.second(now) : t('clockWaiting')}
        </Text>
      </Box>
    </Flex>
  )
}

function WayOut() {
  const { t } = useTranslation('shell')
  const { who, logOut } = useLogin((login) => login)
  const navigate = useNavigate()
  return (
    <>
      <Button asChild variant="ghost" size="sm">
        <Link to="/hall">{t('toHall')}</Link>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        title={who?.ShowName}
        onClick={async () => {
          await logOut()
          navigate('/')
        }}
      >
        <LogoutIcon />
        <Text as="span" srOnly={{ base: true, md: false }}>
          {t('logout')}
        </Text>
      </Button>
    </>
  )
}
