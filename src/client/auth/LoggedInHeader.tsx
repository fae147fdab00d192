import { Box, Flex, useMediaQuery } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#client/store/preferences.ts'
import { type HeaderGroup, HeaderMenu } from '#client/ui/HeaderMenu.tsx'
import { MenuIcon } from '#client/ui/icons.tsx'
import { PreferenceButtons, usePreferenceItems } from '#client/ui/PreferenceButtons.tsx'
import { useLogout } from './use-logout.tsx'

interface LoggedInHeaderProps {
  /** The place in the hall, at the left. */
  readonly children: ReactNode
  /** The server's clock. */
  readonly clock?: ReactNode
  /** The screen's own menus; on a phone they are groups of a single menu. */
  readonly groups?: readonly HeaderGroup[]
  /** The screen's own buttons, also visible on a phone. */
  readonly actions?: ReactNode
  /** As wide as the window, for a screen that is. */
  readonly full?: boolean
  /** The place is so short that on a phone all stands in one row. */
  readonly oneRow?: boolean
  /** Asks before logging out. */
  readonly confirmLogout?: boolean
}

/** The header of every screen behind the login: place, server time, settings, logout. */
export function LoggedInHeader({
  children,
  clock,
  groups = [],
  actions,
  full = false,
  oneRow = false,
  confirmLogout = false,
}: LoggedInHeaderProps) {
  const { t } = useTranslation()
  const [wide = true] = useMediaQuery(['(min-width: 60rem)'], { ssr: false })
  const preferences = usePreferences((all) => all)
  const preferenceItems = usePreferenceItems(preferences)
  const { group: logout, who, dialog } = useLogout(confirmLogout)
  return (
    <Box as="header" bg="bg.panel" borderBottomWidth="1px">
      <Flex
        maxW={full ? undefined : '120rem'}
        mx="auto"
        px={{ base: '4', md: '6' }}
        py="2"
        align="center"
        columnGap={{ base: '3', md: '5' }}
        rowGap="1"
        wrap={{ base: oneRow ? 'nowrap' : 'wrap', md: 'wrap' }}
      >
        <Box flex={{ base: oneRow ? '1 1 auto' : '1 1 100%', md: '1 1 14rem' }} minW="0">
          {children}
        </Box>
        {clock}
        {/* On a phone beside the clock, where a long name takes two lines. */}
        <Flex
          align="center"
          justify="flex-end"
          gap="1"
          ms="auto"
          // The last button's text or icon ends where the column does.
          me="-3.5"
          maxW="full"
          flex={{ base: oneRow ? '0 0 auto' : '1 1 7rem', md: '0 1 auto' }}
        >
          {wide &&
            groups.map((group) => (
              <HeaderMenu
                key={group.key}
                label={group.label}
                icon={group.icon}
                groups={[group]}
                labelled
                labelledFrom={group.isRare ? '2xl' : undefined}
              />
            ))}
          {actions}
          {wide && <PreferenceButtons preferences={preferences} />}
          <HeaderMenu
            label={wide ? logout.label : t('menu')}
            icon={wide ? logout.icon : <MenuIcon />}
            groups={wide ? [logout] : [...groups, preferenceItems, { ...logout, label: who }]}
            labelled={wide}
            title={who}
          />
        </Flex>
      </Flex>
      {dialog}
    </Box>
  )
}
