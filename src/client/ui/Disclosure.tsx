import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Facts that are shown on request. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <chakra.details>
      <chakra.summary cursor="pointer" color="fg.muted" textStyle="sm">
        {summary}
      </chakra.summary>
      <Box mt="3">{children}</Box>
    </chakra.details>
  )
}
