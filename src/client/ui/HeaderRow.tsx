import { Box, Button, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { PreferenceButtons } from '#client/PreferenceButtons.tsx'
import { useLogin } from '#client/store/login-store.ts'
import { LogoutIcon } from './icons.tsx'

interface HeaderRowProps {
  /** Where one is, at the left. */
  readonly children: ReactNode
  /** The server's clock. */
  readonly clock?: ReactNode
  /** The screen's own buttons, before the settings and the way out that every screen has. */
  readonly actions?: ReactNode
}

/** The one header of every screen behind the login: where, when, settings, way out. */
export function HeaderRow({ children, clock, actions }: HeaderRowProps) {
  return (
    <Box as="header" bg="bg.panel" borderBottomWidth="1px">
      <Flex
        maxW="120rem"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py="2"
        align="center"
        columnGap="5"
        rowGap="1"
        wrap="wrap"
      >
        <Box flex="1 1 14rem" minW="0">
          {children}
        </Box>
        {clock}
        <Flex align="center" gap="1" wrap="wrap">
          {actions}
          <PreferenceButtons />
          <LogoutButton />
        </Flex>
      </Flex>
    </Box>
  )
}

function LogoutButton() {
  const { t } = useTranslation()
  const { who, logOut } = useLogin((login) => login)
  const navigate = useNavigate()
  return (
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
  )
}
