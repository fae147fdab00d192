import { Badge } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { CheckIcon, ClockIcon, CrossIcon, DotIcon, InfoIcon, SealIcon, WarningIcon } from './icons.tsx'

/** The meaning of a status; `official`, in the seal's red, is for official acts only. */
export type Tone = 'done' | 'failed' | 'warning' | 'waiting' | 'info' | 'neutral' | 'official'

const looks = {
  done: { palette: 'done', Icon: CheckIcon },
  failed: { palette: 'warning', Icon: CrossIcon },
  warning: { palette: 'warning', Icon: WarningIcon },
  waiting: { palette: 'ink', Icon: ClockIcon },
  info: { palette: 'info', Icon: InfoIcon },
  neutral: { palette: 'ink', Icon: DotIcon },
  official: { palette: 'seal', Icon: SealIcon },
} as const

interface StatusBadgeProps {
  readonly tone: Tone
  /** On one line, for short texts. */
  readonly brief?: boolean
  readonly children: ReactNode
}

/** A status as icon and word, so that it does not depend on colour. */
export function StatusBadge({ tone, brief = false, children }: StatusBadgeProps) {
  const { palette, Icon } = looks[tone]
  return (
    <Badge
      colorPalette={palette}
      variant="subtle"
      size="md"
      userSelect="text"
      whiteSpace={brief ? 'nowrap' : 'normal'}
    >
      <Icon />
      {children}
    </Badge>
  )
}
