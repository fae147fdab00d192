import { Box, Flex, Text } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { Timestamp } from '#client/ui/Timestamp.tsx'

interface StatementCardProps {
  /** The bidder's. */
  readonly name: string
  readonly at: string
  readonly text: string
  readonly status: ReactNode
  /** Below the words. */
  readonly children: ReactNode
}

/** What a bidder says: who and when, the words, and what follows. */
export function StatementCard({ name, at, text, status, children }: StatementCardProps) {
  const head = useId()
  return (
    <Box as="article" aria-labelledby={head} borderWidth="1px" rounded="md" p="4">
      <Flex justify="space-between" gap="3" wrap="wrap" mb="2">
        <Flex id={head} align="baseline" columnGap="3" wrap="wrap" minW="0">
          <Text fontWeight="semibold" overflowWrap="anywhere">
            {name}
          </Text>
          <Text textStyle="sm" color="fg.muted">
            <Timestamp at={at} />
          </Text>
        </Flex>
        {status}
      </Flex>
      <Text whiteSpace="pre-line" overflowWrap="anywhere">
        {text}
      </Text>
      {children}
    </Box>
  )
}
