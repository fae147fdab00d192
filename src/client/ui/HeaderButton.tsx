import { Badge, Button, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface HeaderButtonProps {
  readonly icon: ReactNode
  /** Shown beside the icon where there is room. */
  readonly text: string
  /** The button's name, with what is new. */
  readonly label: string
  /** What is new; nothing is shown for none. */
  readonly count: number
  readonly onClick: () => void
}

/** A button in the header that opens a dialog, with the number of what is new in it. */
export function HeaderButton({ icon, text, label, count, onClick }: HeaderButtonProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      px={{ base: '2', sm: '3' }}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {icon}
      <Text as="span" hideBelow="xl">
        {text}
      </Text>
      {count > 0 && (
        <Badge colorPalette="warning" variant="solid">
          {count}
        </Badge>
      )}
    </Button>
  )
}
