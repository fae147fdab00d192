import { chakra } from '@chakra-ui/react'

const dateOrTime = /(\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?)/

/** A sentence whose dates and times stay on one line: browsers end lines after their hyphens. */
export function WholeTimes({ text }: { readonly text: string }) {
  return text.split(dateOrTime).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
      <chakra.span key={index} whiteSpace="nowrap">
        {part}
      </chakra.span>
    ),
  )
}
