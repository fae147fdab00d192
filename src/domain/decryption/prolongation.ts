import { epochOf, isoTime } from '#lib/time.ts'
import type { SessionState } from '../session/state.ts'
import type { Span } from '../session/window.ts'
import { gapsIn, lastMinute, millisecondsOf, within } from './window-health.ts'

/** By how much the hall's outages prolong the decryption window. */
export interface Prolongation {
  readonly outages: readonly Span[]
  /** Whole seconds. */
  readonly seconds: number
  /** The new one, ISO 8601. */
  readonly deadline: string
}

/**
 * What the open window still has to get for outages that began in it (DEC-11): their length, and so much more that a
 * minute is left after the last one. Null if there is none. Time in which the lot was halted does not count.
 */
export function owedProlongation(
  { decryption, halts }: Pick<SessionState, 'decryption' | 'halts'>,
  outages: readonly Span[],
): Prolongation | null {
  if (!decryption?.deadline || decryption.closed) return null
  const { issuedAt, deadline, prolongedFor } = decryption
  const begun = outages.filter(({ from }) => epochOf(from) < epochOf(deadline))
  const end = isoTime(Math.max(...begun.map(({ to }) => epochOf(to)), epochOf(deadline)))
  const owed = within(gapsIn([{ from: issuedAt, to: end }], halts), leftOf(begun, prolongedFor))
  const last = owed.at(-1)
  if (!last) return null
  const wanted = Math.max(epochOf(deadline) + millisecondsOf(owed), epochOf(last.to) + lastMinute)
  const seconds = Math.ceil((wanted - epochOf(deadline)) / 1000)
  return { outages: owed, seconds, deadline: isoTime(epochOf(deadline) + seconds * 1000) }
}

/**
 * The outages that overlap none of `known`. Each node converts an outage's times to its own clock, so that the times of
 * one outage may differ a little.
 */
export function leftOf(outages: readonly Span[], known: readonly Span[]): readonly Span[] {
  return outages.filter(
    ({ from, to }) =>
      !known.some((other) => epochOf(from) < epochOf(other.to) && epochOf(other.from) < epochOf(to)),
  )
}
