import type { Actor } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { filesAsked, opensTwice } from '../tender/tender.ts'
import { bidFileKinds, type EnvelopeNumber } from './bid-file.ts'
import type { BidderState, BidFileState, FileState } from './bid-state.ts'

/** What decides on a bidder's part in the current envelope, besides their own bid. */
export type EnvelopeState = Pick<SessionState, 'tender' | 'stage' | 'decryption'>

/** Bidders in the order of their enrolment. */
export function biddersOf(state: SessionState): BidderState[] {
  // A loop: this runs for every command, and `flatMap` allocates a list per bidder.
  const bidders: BidderState[] = []
  for (const code of state.order) {
    const bidder = state.bidders[code]
    if (bidder) bidders.push(bidder)
  }
  return bidders
}

/** A bidder's files in the order of their kinds. */
export function filesOf(bidder: BidderState): BidFileState[] {
  const files: BidFileState[] = []
  for (const kind of bidFileKinds) {
    const file = bidder.files[kind]
    if (file) files.push(file)
  }
  return files
}

/** A bidder's files of an envelope, by default the current one. */
export function filesIn(
  state: EnvelopeState,
  bidder: BidderState,
  envelope: EnvelopeNumber = state.stage.number,
): BidFileState[] {
  if (!state.tender) return []
  return filesAsked(state.tender, envelope).flatMap(({ kind }) => bidder.files[kind] ?? [])
}

/** The first of a bidder's files, by which calls name the bid; null where there is none. */
export function mainFile(bidder: BidderState): BidFileState | null {
  return filesOf(bidder)[0] ?? null
}

/** When a bidder last submitted a file; null where there is none. */
export function submittedAt(bidder: BidderState): string | null {
  const times = filesOf(bidder).map(({ submission }) => submission.at)
  return times.sort().at(-1) ?? null
}

/** The file of this id with its bidder; null where there is none. */
export function fileById(
  state: SessionState,
  fileId: string,
): { readonly bidder: BidderState; readonly file: BidFileState } | null {
  for (const bidder of biddersOf(state)) {
    const file = filesOf(bidder).find(({ submission }) => submission.fileId === fileId)
    if (file) return { bidder, file }
  }
  return null
}

/** Whether all required files have been submitted (BID-6). */
export function hasSubmitted({ tender }: Pick<SessionState, 'tender'>, bidder: BidderState): boolean {
  if (!tender) return false
  return tender.bidFiles.every(({ kind, required }) => {
    const file = bidder.files[kind]
    return file ? file.file.status !== 'left-out' : !required
  })
}

/** Bidders with a complete bid. */
export function submitters(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => hasSubmitted(state, bidder))
}

/** Bidders who take part in the current envelope: with a complete bid and not excluded. */
export function participants(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => takesPart(state, bidder))
}

/** Whether there are participants. */
export function hasParticipants(state: SessionState): boolean {
  return state.order.some((code) => {
    const bidder = state.bidders[code]
    return bidder !== undefined && takesPart(state, bidder)
  })
}

/** The acting bidder, where they take part in the current envelope. */
export function actingParticipant(state: SessionState, { unitCode }: Actor): BidderState | undefined {
  const own = unitCode === null ? undefined : state.bidders[unitCode]
  return own && takesPart(state, own) ? own : undefined
}

/** Whether a bidder takes part in the current envelope. */
export function takesPart(state: EnvelopeState, bidder: BidderState): boolean {
  return hasSubmitted(state, bidder) && !isExcluded(state, bidder)
}

/** Whether a bidder is excluded from the current envelope (DEC-17). */
export function isExcluded(state: EnvelopeState, bidder: BidderState): boolean {
  if (state.stage.number === 1 || (state.tender && !opensTwice(state.tender))) return false
  if (state.decryption) return bidder.excluded
  return bidder.invalid !== null || standingOf(state, bidder, 1).status !== 'imported'
}

/** The order of file statuses; failures are least. */
const advance: Readonly<Record<FileState['status'], number>> = {
  'left-out': 0,
  failed: 1,
  none: 2,
  refused: 3,
  sealed: 4,
  opening: 5,
  decrypted: 6,
  imported: 7,
}

/** The standing of a bid in an envelope: that of its least advanced required file (BID-6). */
export function standingOf(
  state: EnvelopeState,
  bidder: BidderState,
  envelope: EnvelopeNumber = state.stage.number,
): FileState {
  let least: FileState | null = null
  for (const { kind, required } of state.tender ? filesAsked(state.tender, envelope) : []) {
    if (!required) continue
    const file = bidder.files[kind]?.file ?? notHandedIn
    if (!least || advance[file.status] < advance[least.status]) least = file
  }
  return least ?? notHandedIn
}

const notHandedIn: FileState = { status: 'none' }

/** Bidders whose bid in the current envelope is imported, invalid ones included. */
export function openedBidders(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => isOpened(state, bidder))
}

/** Whether a bidder takes part in the current envelope with a bid that counts as revoked or withdrawn (DEC-10). */
export function hasFailed(state: EnvelopeState, bidder: BidderState): boolean {
  return takesPart(state, bidder) && standingOf(state, bidder).status === 'failed'
}

/** Whether a bidder takes part in the current envelope with an imported bid. */
export function isOpened(state: SessionState, bidder: BidderState): boolean {
  return takesPart(state, bidder) && standingOf(state, bidder).status === 'imported'
}
