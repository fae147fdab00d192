import { ok } from '#lib/result.ts'
import type { Decision } from '../session/context.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { leftOf } from '../session/prolongation.ts'
import type { SessionState } from '../session/state.ts'
import { hallWasAway, windowSpan } from '../session/window-health.ts'
import { filesOf } from '../submission/bids.ts'
import { figuresProblem } from '../submission/figures.ts'
import { columnsOfFile } from '../tender/tender.ts'
import { causeAtDeadline } from './cause-at-deadline.ts'
import { type FailureCause, failureKindOf, type OpeningOutcome } from './outcome.ts'
import { isOtherPending } from './pending.ts'

/** Decides the outcome of a file that was opened or could not be opened. */
export function settleFile(
  state: SessionState,
  {
    bidderCode,
    fileId,
    outcome,
  }: { readonly bidderCode: string; readonly fileId: string; readonly outcome: OpeningOutcome },
): Decision {
  const bidder = state.bidders[bidderCode]
  const found = bidder && filesOf(bidder).find(({ submission }) => submission.fileId === fileId)
  // Already settled by another attempt.
  if (found?.file.status !== 'opening') return ok([])
  const { kind, file, fileIdentity } = found
  const columns = state.tender ? columnsOfFile(state.tender, kind) : []
  const cause = !outcome.ok ? outcome.cause : figuresProblem(columns, outcome.figures) ? 'bad-content' : null
  const closed = state.decryption?.closed ?? true
  const last = !isOtherPending(state, fileId)
  if (file.method === 'none') {
    const settled =
      !outcome.ok || cause
        ? failureOf(bidderCode, fileId, cause ?? 'bad-content')
        : importOf(bidderCode, fileId, outcome)
    return ok(last && !closed ? [settled, event('DecryptionClosed', { cause: 'import-ended' })] : [settled])
  }
  if (!outcome.ok || cause) {
    const refused = { bidderCode, fileId, method: file.method, cause: cause ?? 'bad-content' } as const
    const events: SessionEvent[] = [event('DecryptionRefused', refused)]
    if (!closed) return ok(events)
    // The file fails with the cause it would have had at the deadline.
    const late = causeAtDeadline({ ...refused, status: 'refused', at: file.at }, hallWasAwayIn(state))
    return ok([...events, failureOf(bidderCode, fileId, late)])
  }
  const events: SessionEvent[] = [
    event('BidDecrypted', { bidderCode, fileId, method: file.method }, { fileIdentity: fileIdentity ?? '' }),
    importOf(bidderCode, fileId, outcome),
  ]
  return ok(last && !closed ? [...events, event('DecryptionClosed', { cause: 'all-opened' })] : events)
}

/** Whether outages that the closed window was not prolonged for kept bidders from handing over keys. */
function hallWasAwayIn(state: SessionState): boolean {
  const window = windowSpan(state.decryption, state.halts)
  const outages = state.decryption?.outages ?? null
  if (window === null || outages === null) return false
  return hallWasAway(window.pieces, leftOf(outages, state.decryption?.prolongedFor ?? []))
}

function importOf(
  bidderCode: string,
  fileId: string,
  { figures, documents }: Extract<OpeningOutcome, { ok: true }>,
): SessionEvent {
  return event('BidImported', { bidderCode, fileId, documentCount: documents.length }, { figures, documents })
}

export function failureOf(bidderCode: string, fileId: string, cause: FailureCause): SessionEvent {
  const kind = failureKindOf(cause)
  return event('BidFailed', { bidderCode, fileId, kind, cause })
}
