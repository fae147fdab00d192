import { epochOf, isoTime } from '#lib/time.ts'
import { event, type SessionEvent } from './event.ts'
import type { SessionState } from './state.ts'
import { beginOf, type Span, type TimedWindow, type WindowName } from './window.ts'
import { gapsIn, lastMinute, millisecondsOf, within } from './window-health.ts'

/** By how much the hall's outages prolong a window. */
export interface Prolongation {
  readonly outages: readonly Span[]
  /** Whole seconds. */
  readonly seconds: number
  /** The new one, ISO 8601. */
  readonly deadline: string
}

/**
 * What the open window still has to get for outages that began in it (SES-19): their length, and so much more that a
 * minute is left after the last one. Null if there is none. Time in which the lot was halted does not count.
 */
export function owedProlongation(
  window: TimedWindow | null,
  halts: readonly Span[],
  outages: readonly Span[],
): Prolongation | null {
  if (!window?.deadline || window.closed) return null
  const { deadline, prolongedFor } = window
  const begun = outages.filter(({ from }) => epochOf(from) < epochOf(deadline))
  const end = isoTime(Math.max(...begun.map(({ to }) => epochOf(to)), epochOf(deadline)))
  const owed = within(gapsIn([{ from: beginOf(window), to: end }], halts), leftOf(begun, prolongedFor))
  const last = owed.at(-1)
  if (!last) return null
  const wanted = Math.max(epochOf(deadline) + millisecondsOf(owed), epochOf(last.to) + lastMinute)
  const seconds = Math.ceil((wanted - epochOf(deadline)) / 1000)
  return { outages: owed, seconds, deadline: isoTime(epochOf(deadline) + seconds * 1000) }
}

const prolonged = {
  decryption: 'DecryptionProlonged',
  inquiry: 'InquiryProlonged',
  confirmation: 'ConfirmationProlonged',
  signing: 'SigningProlonged',
} as const satisfies Readonly<Record<WindowName, SessionEvent['type']>>

/** The event that prolongs the window by what it still has to get (SES-19); none if that is nothing. */
export function prolonging(
  state: SessionState,
  name: WindowName,
  outages: readonly Span[] = [],
): SessionEvent[] {
  const owed = owedProlongation(state[name], state.halts, outages)
  return owed ? [event(prolonged[name], { ...owed })] : []
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
