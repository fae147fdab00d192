import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLogPlace } from '#client/session/log-place.ts'

const width = { lg: '23rem', '2xl': '28rem' } as const
const railWidth = '3.25rem'

const roomOf = (columnWidth: string) => `calc(${columnWidth} + 2.5rem + max(0px, (100vw - 120rem) / 2))`

/** The column's width at the window's right edge, with its margins. */
const columnRoom = { lg: roomOf(width.lg), '2xl': roomOf(width['2xl']) } as const
const railRoom = { lg: roomOf(railWidth), '2xl': roomOf(railWidth) } as const

/** The log's width at the window's right edge, with its margins. */
export function useLogRoom(): typeof columnRoom | typeof railRoom {
  return useLogPlace().is === 'rail' ? railRoom : columnRoom
}

/** The progress log's column or rail: right of the step's screen, above it on a phone. */
export function LogColumn({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const isRail = useLogPlace().is === 'rail'
  return (
    <Box
      as="aside"
      aria-label={t('logTitle')}
      data-tour="log"
      order={{ base: 1, lg: 2 }}
      w={isRail ? railWidth : { base: 'full', ...width }}
      flexShrink={0}
      position={{ lg: 'sticky' }}
      top={{ lg: 'calc(var(--kb-bar-height, 0px) + 1.25rem)' }}
      h={{ lg: 'calc(100dvh - var(--kb-bar-height, 0px) - 2.5rem)' }}
      display={{ lg: 'flex' }}
      bg="bg.panel"
      borderWidth="1px"
      rounded="lg"
    >
      {children}
    </Box>
  )
}
