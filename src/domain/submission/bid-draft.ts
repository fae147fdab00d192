import type { SessionState } from '../session/state.ts'
import type { BidderState, BidFileState, FileState } from './bid-state.ts'

/* Shared by folds that write to bidders and their files. */

/** The bidder of this code, added without files where there was none. */
export function ensureBidder(draft: SessionState, code: string, name: string): BidderState {
  const known = draft.bidders[code]
  if (known) return known
  draft.order.push(code)
  const bidder = newBidder(code, name)
  draft.bidders[code] = bidder
  return bidder
}

/** A bidder without files. All fields are written out, because folds are a third slower on objects made by a spread. */
export function newBidder(code: string, name: string): BidderState {
  return {
    code,
    name,
    certificate: null,
    entered: false,
    enteredAt: null,
    depositEdit: null,
    files: {},
    first: null,
    excluded: false,
    figures: null,
    invalid: null,
    confirmed: 'no',
    confirmation: null,
    signature: null,
    remark: '',
    line: null,
    rowCheck: null,
    origin: null,
  }
}

/** A file as submitted. */
export function sealedFile(
  kind: BidFileState['kind'],
  submission: BidFileState['submission'],
  submissions: BidFileState['submissions'],
): BidFileState {
  return { kind, submission, file: sealed, submissions, method: null, opened: null, fileIdentity: null }
}

/** A file's state is replaced, never written to, so that all sealed files can share one object. */
const sealed: FileState = { status: 'sealed' }

/** The file that an event after the freeze names by its id. */
export function fileOf(
  draft: SessionState,
  { bidderCode, fileId }: { readonly bidderCode: string; readonly fileId: string },
): BidFileState | undefined {
  const files = draft.bidders[bidderCode]?.files
  // Fast path: most tenders ask for one file, and a loop takes several times as long.
  if (files?.technical?.submission.fileId === fileId) return files.technical
  for (const kind in files) {
    const file = files[kind as BidFileState['kind']]
    if (file?.submission.fileId === fileId) return file
  }
  return undefined
}
