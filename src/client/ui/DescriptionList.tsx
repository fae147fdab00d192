import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface DescriptionListProps {
  readonly items: readonly { readonly label: string; readonly value: ReactNode; readonly mono?: boolean }[]
}

/** Label and value, line by line; digests in a monospaced font. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: 'minmax(7rem, auto) 1fr' }}
      columnGap="5"
    >
      {items.map(({ label, value, mono }) => (
        <chakra.div key={label} display="contents">
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
