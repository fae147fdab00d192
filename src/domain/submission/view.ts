import { recordOf } from '#lib/bare-record.ts'
import type { Viewer } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { isStaffOrSupervisor, ownBid } from '../session/viewer.ts'
import type { BidderState, BidFileState, RecordSignature } from './bid-state.ts'
import { filesOf } from './bids.ts'

/** The area's part of the state as a viewer may see it. */
export function viewSubmission(viewer: Viewer, state: SessionState): Pick<SessionState, 'order' | 'bidders'> {
  const order = state.order.filter(
    (code) => state.frozen || isStaffOrSupervisor(viewer) || ownBid(viewer, code),
  )
  const bidders = order.flatMap((code) => {
    const bidder = state.bidders[code]
    return bidder ? [[code, viewBidder(viewer, bidder, state.frozen)] as const] : []
  })
  return { order, bidders: recordOf(bidders) }
}

function viewBidder(viewer: Viewer, bidder: BidderState, frozen: boolean): BidderState {
  const files = filesOf(bidder).map((file) => ({ ...file, opened: null, fileIdentity: null }))
  const public_ = {
    ...bidder,
    files: byKind(files),
    origin: null,
    signature: withoutProof(bidder.signature),
    first: bidder.first && { ...bidder.first, signature: withoutProof(bidder.first.signature) },
  }
  if (isStaffOrSupervisor(viewer) || ownBid(viewer, bidder.code)) return public_
  // Others' files are known from the freeze on, and only those of complete bids.
  const known = frozen ? files.filter(({ file }) => file.status !== 'left-out') : []
  const first = public_.first && { ...public_.first, line: null, rowCheck: null }
  const stripped = known.map((file) => ({
    ...file,
    submission: { ...file.submission, manifest: null },
    submissions: null,
  }))
  const hidden = {
    certificate: null,
    entered: false,
    enteredAt: null,
    depositEdit: null,
    line: null,
    rowCheck: null,
  }
  return { ...public_, ...hidden, files: byKind(stripped), first }
}

/** Proofs are long, and nobody checks them live (LOG-9). */
function withoutProof(signature: RecordSignature | null): RecordSignature | null {
  return signature?.proof && !signature.proof.isOpen ? { ...signature, proof: null } : signature
}

function byKind(files: readonly BidFileState[]): BidderState['files'] {
  return Object.fromEntries(files.map((file) => [file.kind, file]))
}
