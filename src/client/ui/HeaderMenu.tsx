import { Button, Menu, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ChevronIcon, OutwardIcon } from './icons.tsx'

/** An item of a header's menu: a screen of the hall, or an action. */
export type HeaderItem = { readonly key: string; readonly label: string } & (
  | { readonly to: string }
  /** Another system's page, opened in a new tab. */
  | { readonly href: string }
  | { readonly onSelect: () => void }
)

export interface HeaderGroup {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  readonly items: readonly HeaderItem[]
  /** Seldom needed: beside its icon the label is shown on large screens only. */
  readonly isRare?: boolean
}

interface HeaderMenuProps {
  readonly label: string
  readonly icon: ReactNode
  readonly groups: readonly HeaderGroup[]
  /** Whether the label is shown beside the icon. */
  readonly labelled: boolean
  /** The least width at which the label is shown; left out: every one. */
  readonly labelledFrom?: '2xl' | undefined
  /** Shown on hovering. */
  readonly title?: string | undefined
}

/** A shadow at the lower edge while there is more below; the list's own end covers it. */
const moreBelow = {
  backgroundImage:
    'linear-gradient(var(--kb-colors-bg-panel), var(--kb-colors-bg-panel)), linear-gradient(to top, var(--kb-colors-border), transparent)',
  backgroundPosition: 'bottom',
  backgroundRepeat: 'no-repeat',
  backgroundSize: '100% 1.5rem',
  backgroundAttachment: 'local, scroll',
} as const

/** A button in the header that opens a menu; several groups have headings. */
export function HeaderMenu({ label, icon, groups, labelled, labelledFrom, title }: HeaderMenuProps) {
  const several = groups.length > 1
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <Button
          variant="ghost"
          size="sm"
          aria-label={label}
          title={title ?? label}
          px={labelled ? undefined : '2'}
        >
          {icon}
          <Text as="span" srOnly={!labelled} hideBelow={labelledFrom}>
            {label}
          </Text>
          {labelled && <ChevronIcon boxSize="0.9em" />}
        </Button>
      </Menu.Trigger>
      {/* Not in a portal: the menu belongs to the header's landmark. */}
      <Menu.Positioner>
        <Menu.Content
          minW="12rem"
          maxH="calc(var(--available-height, 80dvh) - var(--kb-caption-height, 0px))"
          overflowY="auto"
          css={moreBelow}
        >
          {groups.map((group) => (
            <Menu.ItemGroup key={group.key}>
              {several && <Menu.ItemGroupLabel color="fg.muted">{group.label}</Menu.ItemGroupLabel>}
              {group.items.map((item) => (
                <Item key={item.key} item={item} />
              ))}
            </Menu.ItemGroup>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

function Item({ item }: { item: HeaderItem }) {
  if ('to' in item) {
    return (
      <Menu.Item value={item.key} asChild minH="9">
        <Link to={item.to}>{item.label}</Link>
      </Menu.Item>
    )
  }
  if ('href' in item) {
    return (
      <Menu.Item value={item.key} asChild minH="9">
        <a href={item.href} target="_blank" rel="noopener noreferrer">
          {item.label}
          <OutwardIcon boxSize="0.9em" />
        </a>
      </Menu.Item>
    )
  }
  return (
    <Menu.Item value={item.key} onSelect={item.onSelect} minH="9">
      {item.label}
    </Menu.Item>
  )
}
