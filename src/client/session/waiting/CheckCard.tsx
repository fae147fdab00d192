import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'

interface CheckCardProps {
  readonly title: string
  readonly outcome: { readonly tone: Tone; readonly says: string }
  /** What the check found, and what to do about it. */
  readonly detail: string
  readonly children: ReactNode
}

/** One of the checks in the waiting room: its outcome in words, and its button. */
export function CheckCard({ title, outcome, detail, children }: CheckCardProps) {
  return (
    <Stack gap="2" borderWidth="1px" rounded="md" px="4" py="3">
      <Flex gap="2" wrap="wrap" align="center" justify="space-between">
        <Text fontWeight="semibold">{title}</Text>
        <Box role="status">
          <StatusBadge tone={outcome.tone}>{outcome.says}</StatusBadge>
        </Box>
      </Flex>
      <Text textStyle="sm" color="fg.muted" flex="1">
        {detail}
      </Text>
      <Flex gap="2" wrap="wrap">
        {children}
      </Flex>
    </Stack>
  )
}
