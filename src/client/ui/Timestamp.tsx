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

interface TimedTextProps {
  readonly at: string
  /** The sentence with the time's text in it, once. */
  readonly text: (time: string) => string
}

/** A sentence with a time, which does not break after a hyphen. */
export function TimedText({ at, text }: TimedTextProps) {
  const [before, after] = text(gap).split(gap)
  return (
    <span>
      {before}
      <Timestamp at={at} />
      {after}
    </span>
  )
}

/** Stands where the time goes; no text has it. */
const gap = '\0'
