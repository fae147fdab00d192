import { Box, Button, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useServerNow, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/time-format.ts'
import { HeaderRow } from '#client/ui/HeaderRow.tsx'
import { FileIcon } from '#client/ui/icons.tsx'
import { ConnectionDot } from './ConnectionBanner.tsx'
import { VoiceButton } from './VoiceButton.tsx'

/** Section, the server's clock, connection, files, settings and the way out (S1). `children`: more buttons. */
export function ShellHeader({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('shell')
  const sessionId = useSessionId()
  const name = useSession(({ state }) => state.tender?.sectionName ?? '')
  const code = useSession(({ state }) => state.tender?.sectionCode ?? '')
  return (
    <HeaderRow
      clock={<ServerClock />}
      actions={
        <>
          <Button asChild variant="ghost" size="sm">
            <Link to={`/bid/${sessionId}/file-view`}>
              <FileIcon />
              <Text as="span" srOnly={{ base: true, sm: false }}>
                {t('fileView')}
              </Text>
            </Link>
          </Button>
          {children}
          <Button asChild variant="ghost" size="sm">
            <Link to="/hall">{t('common:toHall')}</Link>
          </Button>
          <VoiceButton />
        </>
      }
    >
      <Text fontWeight="semibold" lineClamp={{ base: 2, lg: 1 }} title={name}>
        {name || t('sectionLoading')}
      </Text>
      <Text textStyle="sm" color="fg.muted">
        {code}
      </Text>
    </HeaderRow>
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
