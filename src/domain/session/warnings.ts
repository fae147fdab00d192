import { epochOf } from '#lib/time.ts'
import { applyEntry, type Entry } from '../log/entry.ts'
import type { EventType } from './event.ts'
import { initial, type SessionState } from './state.ts'
import { beginOf, type TimedWindow, type WindowName, windowNames } from './window.ts'

/** The warning that a window is about to end (SES-8); derived from the log, not stored. */
export interface DeadlineWarning {
  readonly window: WindowName
  readonly minutesLeft: number
  /** When it is due, epoch milliseconds by the server's clock. */
  readonly at: number
  readonly deadline: string
}

/** Minutes before the end; the objection inquiry has its own (INQ-10). */
const warnAt: readonly number[] = [5, 1]

/**
 * The warnings of all open windows by due time, past ones included (SES-8). A window no longer than a warning's lead
 * has none; extended signing is warned of again; a halted lot has none.
 */
export function warningsOf(state: SessionState): readonly DeadlineWarning[] {
  return openWindows(state)
    .flatMap(warningsOfWindow)
    .sort((a, b) => a.at - b.at)
}

const ofWindows: ReadonlySet<string> = new Set<EventType>([
  'DecryptionStarted',
  'DecryptionExtended',
  'DecryptionProlonged',
  'DecryptionReopened',
  'DecryptionClosed',
  'InquiryStarted',
  'InquiryProlonged',
  'InquiryClosed',
  'ConfirmationStarted',
  'ConfirmationProlonged',
  'ConfirmationClosed',
  'ConfirmationEnded',
  'SigningStarted',
  'SigningExtended',
  'SigningProlonged',
  'SigningClosed',
  'SigningConfirmed',
  'EnvelopeEnded',
  'SecondEnvelopeCalled',
  'LotStatusChanged',
  'OpeningHalted',
  'OpeningResumed',
  'FailureDeclared',
  'FailureDecided',
])

/** Whether an entry opens, moves or closes a window. */
export function isOfWindows({ type }: Entry): boolean {
  return ofWindows.has(type)
}

/**
 * The warnings due until `now` (epoch ms), in order; `entries`: those that concern windows, oldest first. In a partial
 * log only windows whose command is known are warned of.
 */
export function warningsUntil(now: number, entries: readonly Entry[]): readonly DeadlineWarning[] {
  const state = initial()
  const due: DeadlineWarning[] = []
  let from = 0
  const dueBefore = (to: number) => {
    due.push(...warningsOf(state).filter(({ at }) => at >= from && at < to))
    from = to
  }
  for (const entry of entries) {
    dueBefore(epochOf(entry.at))
    applyEntry(state, entry)
  }
  dueBefore(now + 1)
  return due
}

export interface OpenWindow {
  readonly window: WindowName
  /** The start of its time. */
  readonly from: string
  readonly deadline: string
  /** The minutes before its end at which it is warned of. */
  readonly warnAt: readonly number[]
}

/** The open windows: ordered and not closed; none while the lot is halted. */
export function openWindows(state: SessionState): readonly OpenWindow[] {
  if (state.lot !== 'open') return []
  return windowNames.flatMap((name) => {
    const window: TimedWindow | null = state[name]
    if (!window?.deadline || window.closed) return []
    const warned = name === 'inquiry' ? inquiryWarnings(state.inquiry) : warnAt
    return [{ window: name, from: beginOf(window), deadline: window.deadline, warnAt: warned }]
  })
}

/** The whole time of the open window with this deadline, in milliseconds; null where there is none. */
export function windowLength(state: SessionState, deadline: string | null | undefined): number | null {
  const window = openWindows(state).find((open) => open.deadline === deadline)
  return window ? epochOf(window.deadline) - epochOf(window.from) : null
}

/** The warning that the region has of the inquiry, and one a minute before its end; none where the region's is 0. */
function inquiryWarnings(inquiry: SessionState['inquiry']): readonly number[] {
  const before = (inquiry?.warningMilliseconds ?? 0) / 60_000
  return before > 0 ? [...new Set([before, 1])] : []
}

/** The warnings of one window. */
export function warningsOfWindow({ window, from, deadline, warnAt }: OpenWindow): DeadlineWarning[] {
  return warnAt
    .map((minutesLeft) => ({ window, minutesLeft, at: epochOf(deadline) - minutesLeft * 60_000, deadline }))
    .filter(({ at }) => at > epochOf(from))
}
