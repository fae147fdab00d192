import type { FoldedEvent } from '../session/event-row.ts'
import { flow } from '../session/flow.ts'
import type { SessionState } from '../session/state.ts'
import { fileOf } from '../submission/bid-draft.ts'
import { filesIn, isExcluded, participants } from '../submission/bids.ts'
import type { DecryptionState } from './decryption-state.ts'

/* Folds that begin the opening of one envelope's files. */

export function beginDecryption(
  draft: SessionState,
  { payload, at }: FoldedEvent<{ limitMinutes: number; deadline: string }, Record<never, never>>,
): void {
  const { limitMinutes, deadline } = payload
  beginOpening(draft, { limitMinutes, deadline, ...justIssued(at) })
}

/** A new window for the files that failed through the hall's fault: they wait for a key again. */
export function reopenDecryption(
  draft: SessionState,
  {
    payload: { limitMinutes, deadline, files },
    at,
  }: FoldedEvent<
    { limitMinutes: number; deadline: string; files: readonly { bidderCode: string; fileId: string }[] },
    Record<never, never>
  >,
): void {
  draft.decryption = { limitMinutes, deadline, ...justIssued(at) }
  for (const named of files) {
    const file = fileOf(draft, named)
    if (!file) continue
    // Without a key that opens it, such a file fails again by the hall's fault, and not by its bidder's.
    const { file: before } = file
    const failedHere = before.status === 'failed' && before.cause === 'server-failure'
    file.file = failedHere ? { status: 'refused', cause: before.cause, at } : { status: 'sealed' }
  }
}

/** Without bid encryption all files of the envelope are opened at once, and there is no deadline. */
export function beginImport(
  draft: SessionState,
  { at, seq }: FoldedEvent<Record<string, never>, Record<never, never>>,
): void {
  beginOpening(draft, { limitMinutes: null, deadline: null, ...justIssued(at) })
  for (const bidder of participants(draft)) {
    for (const file of filesIn(draft, bidder)) {
      if (file.file.status !== 'sealed') continue
      file.file = { status: 'opening', method: 'none', at, seq }
    }
  }
}

function justIssued(at: string) {
  return {
    issuedAt: at,
    closed: false,
    cause: null,
    closedAt: null,
    outages: null,
    extendedMinutes: 0,
    prolongedFor: [],
  }
}

function beginOpening(draft: SessionState, decryption: DecryptionState): void {
  draft.status = 'opening'
  if (draft.stage.number === 2) {
    for (const code of draft.order) {
      const bidder = draft.bidders[code]
      if (bidder) bidder.excluded = isExcluded(draft, bidder)
    }
  }
  draft.decryption = decryption
  // With two envelopes bidders enter step 2 above flow 15 (SES-2), so the command of either envelope sets 16.
  if (draft.tender?.envelopes === 2) draft.flow = Math.max(draft.flow, flow.decrypting)
}
