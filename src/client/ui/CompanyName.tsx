import { chakra } from '@chakra-ui/react'
import { Fragment } from 'react'
import { nameParts } from './name-parts.ts'
import { wrapsAtMarks } from './wraps-at-marks.ts'

/** A company's name: a line ends only between its parts, as far as they fit. */
export function CompanyName({ name }: { readonly name: string }) {
  return (
    <chakra.span {...wrapsAtMarks}>
      {nameParts(name).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name keep their order
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </chakra.span>
  )
}
