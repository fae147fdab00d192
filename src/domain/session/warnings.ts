import { epochOf } from '#lib/time.ts'
import type { DecryptionState } from '../decryption/decryption-state.ts'
import { applyEntry, type Entry } from '../log/entry.ts'
import type { EventType } from './event.ts'
import { initial, type SessionState } from './state.ts'
import type { Window } from './window.ts'

/** A window of time that is about to end; derived from the log, never stored in it. */
export interface DeadlineWarning {
  readonly window: 'decryption' | 'confirmation' | 'signing'
  readonly minutesLeft: 5 | 1
  /** When it is due, epoch milliseconds by the server's clock. */
  readonly at: number
  readonly deadline: string
}

const warnAt = [5, 1] as const

/**
 * The warnings of every window that is open, in the order they are due, past ones included. A window no longer than
 * the time a warning would tell has none; signing that was extended is warned of anew. Of a halted lot
 * nothing is.
 */
export function warningsOf(state: SessionState): readonly DeadlineWarning[] {
  return openWindows(state)
    .flatMap(warningsBefore)
    .sort((a, b) => a.at - b.at)
}

const ofWindows: ReadonlySet<string> = new Set<EventType>([
  'DecryptionStarted',
  'DecryptionExtended',
  'DecryptionClosed',
  'ConfirmationStarted',
  'ConfirmationClosed',
  'SigningStarted',
  'SigningExtended',
  'SigningClosed',
  'SigningConfirmed',
  'EnvelopeEnded',
  'SecondEnvelopeCalled',
  'LotStatusChanged',
])

/** Whether an entry opens, moves or closes a window. */
export function isOfWindows({ type }: Entry): boolean {
  return ofWindows.has(type)
}

/**
 * The warnings that came due until `now` (epoch ms), in order; `entries`: those of windows, oldest first. Of a log
 * known in part, those of the windows whose command is known.
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
  readonly window: DeadlineWarning['window']
  /** Since when its time runs. */
  readonly from: string
  readonly deadline: string
}

/** The windows that run, by the log: issued and not closed; of a halted lot none does. */
export function openWindows(state: SessionState): readonly OpenWindow[] {
  const { decryption, confirmation, signing } = state
  if (state.lot !== 'open') return []
  return [
    ...openWindow('decryption', decryption, decryption?.issuedAt),
    ...openWindow('confirmation', confirmation, confirmation?.issuedAt),
    ...openWindow('signing', signing, signing?.extendedAt ?? signing?.issuedAt),
  ]
}

function openWindow(
  name: OpenWindow['window'],
  window: DecryptionState | Window | null,
  from: string | undefined,
): OpenWindow[] {
  return window?.deadline && from && !window.closed ? [{ window: name, from, deadline: window.deadline }] : []
}

function warningsBefore({ window, from, deadline }: OpenWindow): DeadlineWarning[] {
  return warnAt
    .map((minutesLeft) => ({ window, minutesLeft, at: epochOf(deadline) - minutesLeft * 60_000, deadline }))
    .filter(({ at }) => at > epochOf(from))
}
