import { Fragment } from 'react'
import { nameParts } from './name-parts.ts'

/** A company's name, within an element that `wrapsAtMarks`: a line ends only between its parts, as far as they fit. */
export function RoomName({ name }: { readonly name: string }) {
  return nameParts(name).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name keep their order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
