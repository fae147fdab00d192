import { chakra, SimpleGrid } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface DescriptionListProps {
  readonly items: readonly Item[]
  /** In two columns where there is room, for many short values in a wide panel. */
  readonly wide?: boolean
  /** The least width of the labels: the same for lists one below the other. */
  readonly labels?: string
}

interface Item {
  readonly label: string
  readonly value: ReactNode
  readonly mono?: boolean
}

/** Label and value, line by line; digests in a monospaced font. */
export function DescriptionList({ items, wide = false, labels = '7rem' }: DescriptionListProps) {
  if (!wide) return <Lines {...{ items, labels }} />
  const half = Math.ceil(items.length / 2)
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} columnGap="8" alignItems="start">
      <Lines items={items.slice(0, half)} labels={labels} />
      <Lines items={items.slice(half)} labels={labels} />
    </SimpleGrid>
  )
}

function Lines({ items, labels }: Required<Pick<DescriptionListProps, 'items' | 'labels'>>) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: `minmax(${labels}, auto) 1fr` }}
      columnGap="5"
      // A digest is smaller than its label.
      alignItems={{ sm: 'baseline' }}
    >
      {items.map(({ label, value, mono }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels are not keys, for two facts may have the same one
        <chakra.div key={index} display="contents">
          <chakra.dt color="fg.muted" textStyle="sm" pt="1.5">
            {label}
          </chakra.dt>
          <chakra.dd
            minW="0"
            pt={{ base: '0', sm: '1.5' }}
            pb="1.5"
            borderBottomWidth={{ base: '1px', sm: '0' }}
            whiteSpace="pre-line"
            overflowWrap="anywhere"
            fontFamily={mono ? 'mono' : undefined}
            textStyle={mono ? 'xs' : 'sm'}
          >
            {value}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
