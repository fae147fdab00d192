import { runningReading } from '../announcement/reading.ts'
import { runningDraw } from '../draw/draw-state.ts'
import { confirmationCount, signingBidders } from '../ending/asked.ts'
import { askedBidders } from '../inquiry/inquiry.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { openedBidders, participants } from '../submission/bids.ts'
import { flow } from './flow.ts'
import { betweenEnvelopes, type SessionState } from './state.ts'

/** What is happening in a section, for whoever looks on: finer than its step. */
export const phases = [
  'preparation',
  'drawing',
  'beforeCommand',
  'decrypting',
  'opened',
  'beforeReading',
  'reading',
  'read',
  'inquiring',
  'inquired',
  'end',
  'confirming',
  'signing',
  'signed',
  'between',
  'ended',
] as const
export type Phase = (typeof phases)[number]

export function phaseOf(state: SessionState): Phase {
  if (state.endedAt) return 'ended'
  if (betweenEnvelopes(state)) return 'between'
  if (state.flow >= flow.end) return endPhase(state)
  if (state.announcement && state.flow >= flow.announcementLowest) return announcementPhase(state)
  if (state.flow < flow.opening) return runningDraw(state) ? 'drawing' : 'preparation'
  if (!state.decryption) return 'beforeCommand'
  return state.decryption.closed ? 'opened' : 'decrypting'
}

function endPhase({ confirmation, signing }: SessionState): Phase {
  if (signing) return signing.closed ? 'signed' : 'signing'
  return confirmation && !confirmation.closed ? 'confirming' : 'end'
}

function announcementPhase(state: SessionState): Phase {
  const { inquiry } = state
  // It may be ordered before the last bid is read, and has a deadline.
  if (inquiry && !inquiry.closed) return 'inquiring'
  if (runningReading(state)) return 'reading'
  if (inquiry) return 'inquired'
  return state.announcement?.reading ? 'read' : 'beforeReading'
}

/** Whether a section is in its first step, in which nobody outside may know who bids. */
export function isPreparing(state: SessionState): boolean {
  const phase = phaseOf(state)
  return phase === 'preparation' || phase === 'drawing'
}

/** The bidders that a screen for many people may show; none before step 2. */
export function publicBidders(state: SessionState): BidderState[] {
  return isPreparing(state) ? [] : participants(state)
}

/** Phases after what `phaseCount` counts has ended: the rest will not follow. */
const countedBefore: readonly Phase[] = [
  'opened',
  'beforeReading',
  'read',
  'inquired',
  'signed',
  'between',
  'ended',
]

/** Whether the count of a phase stays as it is. */
export function isCountOver(phase: Phase): boolean {
  return countedBefore.includes(phase)
}

/** How many bidders have done what the phase waits for; null where it waits for none of them. */
export function phaseCount(state: SessionState): { readonly done: number; readonly total: number } | null {
  const of = (done: number) => ({ done, total: publicBidders(state).length })
  switch (phaseOf(state)) {
    case 'decrypting':
    case 'opened':
    case 'beforeReading':
      return of(openedBidders(state).length)
    case 'reading':
    case 'read':
      return of(state.announcement?.reading?.position ?? 0)
    case 'inquiring':
    case 'inquired':
      return of(askedBidders(state).filter(({ answer }) => answer).length)
    case 'confirming':
      return confirmed(state)
    case 'signing':
    case 'signed':
    case 'between':
    case 'ended':
      return signed(state)
    default:
      return null
  }
}

/** Those who confirmed by themselves: while the overview is confirmed nobody counts as confirmed. */
function confirmed(state: SessionState): { readonly done: number; readonly total: number } {
  const { done, total } = confirmationCount(state)
  return { done, total }
}

function signed(state: SessionState): { readonly done: number; readonly total: number } {
  const asked = signingBidders(state)
  return { done: asked.filter(({ signature }) => signature !== null).length, total: asked.length }
}
