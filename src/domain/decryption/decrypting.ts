import { err, ok } from '#lib/result.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import type { CommandShapes, OpeningOutcome } from '../session/command.ts'
import {
  actingBidder,
  type Context,
  type Decision,
  isPositiveInteger,
  longestWindowMinutes,
} from '../session/context.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import { type BidFileState, type SessionState, windowOpen } from '../session/state.ts'
import { filesIn, filesOf, isExcluded, participants } from '../submission/bids.ts'
import { figuresProblem } from '../submission/figures.ts'
import { columnsOfFile, isEncrypted } from '../tender/tender.ts'
import {
  causeAtDeadline,
  decryptionSpan,
  type FailureCause,
  hallWasAway,
  lineRecord,
  notTheBidders,
  type Span,
  type WindowHealth,
  within,
} from './window-health.ts'

/*
 * Opening a file has two phases, so that neither a slow file nor a crash can cost a bidder their bid:
 * 1. The bidder hands the file's key over (`DecryptBid`): in time or not is decided here and now, and acknowledged.
 * 2. The server opens the file and records what became of it (`SettleFile`), before the deadline or after it.
 * The window closes at its deadline, or with the last file. Files that have no key by then fail at once, those still
 * being opened are settled one by one: the order in which the server finishes them changes nothing for any of them.
 * Without bid encryption there is no first phase: all files are being opened from the beginning, and one that does not
 * open fails, because nobody has another key to try. A file whose stored copy failed may be opened again from its
 * bidder's own (backup.ts), after the window too, which stays closed.
 */

/** Why this bidder may not hand over the key of this file now; null when they may. A refused key may be tried again. */
export function decryptionProblem(state: SessionState, context: Context, fileId: string): Rejection | null {
  const bidder = actingBidder(state, context)
  if (!bidder) return { code: 'not-enrolled', params: {} }
  if (!isEncrypted(state)) return { code: 'bids-not-encrypted', params: {} }
  if (!state.decryption) return { code: 'decryption-not-issued', params: {} }
  const file = filesIn(state, bidder).find(({ submission }) => submission.fileId === fileId)
  // Files of the other envelope, and of whom the first one's outcome keeps out, are not to be touched.
  if (!file || file.file.status === 'left-out' || isExcluded(state, bidder))
    return { code: 'unknown-file', params: {} }
  if (file.file.status === 'imported') return { code: 'already-decrypted', params: {} }
  if (file.file.status === 'opening') return { code: 'key-already-handed-over', params: {} }
  if (!windowOpen(state.decryption, context.now)) return { code: 'decryption-closed', params: {} }
  return null
}

/** The key of one file, handed over in time. */
export function decryptBid(
  state: SessionState,
  { fileId, method, fileIdentity }: CommandShapes['DecryptBid'],
  context: Context,
): Decision {
  const problem = decryptionProblem(state, context, fileId)
  if (problem) return err(problem)
  const bidderCode = context.actor.unitCode ?? ''
  return ok([event('FileKeyHandedOver', { bidderCode, fileId, method }, { fileIdentity })])
}

/** Records what opening a file with its bidder's key yielded; the window closes with the last file. */
export function settleFile(
  state: SessionState,
  { bidderCode, fileId, outcome }: CommandShapes['SettleFile'],
): Decision {
  const bidder = state.bidders[bidderCode]
  const found = bidder && filesOf(bidder).find(({ submission }) => submission.fileId === fileId)
  // Settled before, by whoever opened it first.
  if (found?.file.status !== 'opening') return ok([])
  const { kind, file, fileIdentity } = found
  const columns = state.tender ? columnsOfFile(state.tender, kind) : []
  const cause = !outcome.ok ? outcome.cause : figuresProblem(columns, outcome.figures) ? 'bad-content' : null
  const closed = state.decryption?.closed ?? true
  const last = pending(state).every(({ submission }) => submission.fileId === fileId)
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
    // As it would have been, had the server been quicker.
    const late = causeAtDeadline({ ...refused, status: 'refused', at: file.at }, hallWasAwayIn(state))
    return ok([...events, failureOf(bidderCode, fileId, late)])
  }
  const events: SessionEvent[] = [
    event('BidDecrypted', { bidderCode, fileId, method: file.method }, { fileIdentity: fileIdentity ?? '' }),
    importOf(bidderCode, fileId, outcome),
  ]
  return ok(last && !closed ? [...events, event('DecryptionClosed', { cause: 'all-opened' })] : events)
}

/** Whether the hall's outages kept bidders from handing over keys in the window that is closed. */
function hallWasAwayIn(state: SessionState): boolean {
  const window = decryptionSpan(state)
  const outages = state.decryption?.outages ?? null
  return window !== null && outages !== null && hallWasAway(window.pieces, outages)
}

function importOf(
  bidderCode: string,
  fileId: string,
  { figures, documents }: Extract<OpeningOutcome, { ok: true }>,
): SessionEvent {
  return event('BidImported', { bidderCode, fileId, documentCount: documents.length }, { figures, documents })
}

/** More time for everybody, while there is some left: what has failed at the deadline stays so. */
export function extendDecryption(
  { decryption }: SessionState,
  { minutes }: CommandShapes['ExtendDecryption'],
  { now }: Context,
): Decision {
  if (!decryption) return reject('decryption-not-issued')
  if (decryption.deadline === null) return reject('bids-not-encrypted')
  if (!windowOpen(decryption, now)) return reject('decryption-closed')
  if (!isPositiveInteger(minutes) || minutes > longestWindowMinutes) {
    return reject('decryption-limit-not-positive-integer')
  }
  const deadline = isoTime(epochOf(decryption.deadline) + minutes * 60_000)
  return ok([event('DecryptionExtended', { minutes, deadline })])
}

/**
 * The server's clock closes the window; each file without a key fails with its cause on record, and with what was seen
 * of the hall and of its bidder's line while the lot was not halted (D6).
 */
export function closeDecryption(
  state: SessionState,
  { health }: CommandShapes['CloseDecryption'],
  { now }: Context,
): Decision {
  const { decryption } = state
  const window = decryptionSpan(state)
  if (!decryption?.deadline || !window || decryption.closed || now < epochOf(decryption.deadline))
    return ok([])
  const late = pending(state).filter(({ file }) => file.status !== 'opening')
  const { from, to, pieces } = window
  const outages = health && within(pieces, health.outages)
  const hallAway = outages !== null && hallWasAway(pieces, outages)
  const failed = late.map(({ bidderCode, submission, file }) =>
    failureOf(bidderCode, submission.fileId, causeAtDeadline(file, hallAway)),
  )
  const closed = event('DecryptionClosed', { cause: 'time-out' })
  if (!health || !outages) return ok([closed, ...failed])
  const lines = linesOf(pieces, new Set(late.map(({ bidderCode }) => bidderCode)), health)
  const recorded = event('WindowHealthRecorded', { window: { from, to }, outages })
  return ok([closed, recorded, ...lines, ...failed])
}

function linesOf(
  pieces: readonly Span[],
  bidders: ReadonlySet<string>,
  { lines }: WindowHealth,
): SessionEvent[] {
  return [...bidders].map((bidderCode) =>
    event('BidderLineRecorded', { bidderCode, line: lineRecord(pieces, lines[bidderCode] ?? []) }),
  )
}

function failureOf(bidderCode: string, fileId: string, cause: FailureCause): SessionEvent {
  const kind = notTheBidders.includes(cause) ? 'withdrawn' : 'revoked'
  return event('BidFailed', { bidderCode, fileId, kind, cause })
}

/** A file with whose it is. */
interface Pending extends BidFileState {
  readonly bidderCode: string
}

/** Files of the envelope that is dealt with which are still to be opened; after the window only those with a key. */
export function pending(state: SessionState): Pending[] {
  return participants(state)
    .flatMap((bidder) => filesIn(state, bidder).map((file) => ({ ...file, bidderCode: bidder.code })))
    .filter(({ file }) => file.status === 'sealed' || file.status === 'refused' || file.status === 'opening')
}
