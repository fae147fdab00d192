import { Box, Flex, Text } from '@chakra-ui/react'
import type { ReactNode, Ref } from 'react'
import { CheckIcon, CrossIcon, InfoIcon, WarningIcon } from './icons.tsx'
import { WholeTimes } from './WholeTimes.tsx'

const looks = {
  info: { palette: 'info', Icon: InfoIcon },
  done: { palette: 'done', Icon: CheckIcon },
  warning: { palette: 'warning', Icon: WarningIcon },
  error: { palette: 'warning', Icon: CrossIcon },
} as const

interface NoticeProps {
  readonly tone: keyof typeof looks
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** Takes the focus by script (`useFocusWhenDone`). */
  readonly focusRef?: Ref<HTMLDivElement> | undefined
}

/** A notice in the page; warnings and errors are read out when they appear. */
export function Notice({ tone, title, children, focusRef }: NoticeProps) {
  const { palette, Icon } = looks[tone]
  const urgent = tone === 'warning' || tone === 'error'
  return (
    <Flex
      ref={focusRef}
      tabIndex={focusRef ? -1 : undefined}
      focusVisibleRing="outside"
      // Not below the sticky bar when it is scrolled into view.
      scrollMarginTop={{ base: '10rem', lg: 'calc(var(--kb-bar-height, 0px) + 1rem)' }}
      role={urgent ? 'alert' : 'status'}
      colorPalette={palette}
      bg="colorPalette.subtle"
      color="fg"
      borderWidth="1px"
      borderColor="colorPalette.border"
      rounded="md"
      px="4"
      py="3"
      gap="3"
      align="flex-start"
    >
      <Icon color="colorPalette.fg" mt="1" />
      <Box minW="0" textWrap="pretty">
        {title && <Text fontWeight="semibold">{title}</Text>}
        {children && (
          <Box textStyle="sm">{typeof children === 'string' ? <WholeTimes text={children} /> : children}</Box>
        )}
      </Box>
    </Flex>
  )
}
