import type { Context } from '../session/context.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import { windowOpen } from '../session/window.ts'
import { actingParticipant } from '../submission/bids.ts'
import { signsRecord } from './asked.ts'

/** Why this bidder (END-7) or the opener (END-22) may not sign now; null when they may. */
export function signingProblem(
  state: SessionState,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
): Rejection | null {
  const { signing } = state
  const bidder = actor.role === 'opener' ? null : actingParticipant(state, actor)
  if (bidder === undefined) return { code: 'signer-unknown', params: {} }
  if (!signing) return { code: 'signing-not-issued', params: {} }
  if (bidder && !signsRecord(state, bidder)) return { code: 'not-asked', params: {} }
  if (bidder ? bidder.signature : signing.opener) return { code: 'already-signed', params: {} }
  if (bidder) return windowOpen(signing, now) ? null : { code: 'signing-time-over', params: {} }
  // The window is the bidders' time; the opener signs until they confirm the signing.
  return signing.confirmed ? { code: 'signing-already-confirmed', params: {} } : null
}
