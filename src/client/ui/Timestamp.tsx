import { chakra } from '@chakra-ui/react'
import { useTimeFormat } from './time-format.ts'

/** A time to the second, on one line. */
export function Timestamp({ at }: { at: string }) {
  const time = useTimeFormat()
  return (
    <chakra.time dateTime={at} whiteSpace="nowrap">
      {time.second(at)}
    </chakra.time>
  )
}
