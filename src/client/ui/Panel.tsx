import { Box, Flex, Heading } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

interface PanelProps {
  readonly title: ReactNode
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** `h2` unless it is inside another panel. */
  readonly level?: 'h2' | 'h3'
  /** By this name the guided tour of a demo points at it. */
  readonly tour?: string
}

/** A bordered box with a title. */
export function Panel({ title, actions, children, level = 'h2', tour }: PanelProps) {
  const id = useId()
  return (
    <Box
      as="section"
      aria-labelledby={id}
      data-tour={tour}
      bg="bg.panel"
      borderWidth="1px"
      rounded="lg"
      p={{ base: '4', md: '5' }}
      minW="0"
      _print={{ borderWidth: 0, p: 0 }}
    >
      <Flex
        align="center"
        justify="space-between"
        gap="3"
        wrap="wrap"
        mb="3"
        // No heading alone at the foot of a page of paper.
        _print={{ breakAfter: 'avoid' }}
      >
        <Heading as={level} id={id} size={level === 'h2' ? 'lg' : 'md'}>
          {title}
        </Heading>
        {actions && (
          <Flex gap="2" wrap="wrap" data-no-print>
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Box>
  )
}
