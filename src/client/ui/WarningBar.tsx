import { Box, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { WarningIcon } from './icons.tsx'

export interface WarningBarProps {
  readonly title: string
  /** Read out at once. */
  readonly urgent: boolean
  readonly text: string
  /** A button beside the text. */
  readonly action?: ReactNode
}

/** A bar over the page that says what is not as it should be. */
export function WarningBar({ title, urgent, text, action }: WarningBarProps) {
  return (
    <Box
      as="section"
      aria-label={title}
      bg="bg.warning"
      color="fg.warning"
      borderBottomWidth="1px"
      data-no-print
    >
      <Box
        maxW="120rem"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py="2"
        display="flex"
        alignItems="center"
        gap="2"
        flexWrap="wrap"
        // The view for the room has the whole width.
        css={{ '[data-room] &': { maxW: 'none', px: '2vw' } }}
      >
        <Flex align="center" gap="2" minW="0">
          <WarningIcon flexShrink={0} />
          <Text role={urgent ? 'alert' : undefined}>{text}</Text>
        </Flex>
        {action}
      </Box>
    </Box>
  )
}
