import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { openingProblem } from '../preparation/entry-check.ts'
import { commandRow, preparedCommandRow, serverCommandRow } from '../session/command-row.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { flow } from '../session/flow.ts'
import { reject } from '../session/rejection.ts'
import { bidder, duringOpening, opener, system, untilEnded } from '../session/who-and-when.ts'
import { deadlineAfter, type Span, windowOpen } from '../session/window.ts'
import { isEncrypted } from '../tender/tender.ts'
import { backupProblem, ownFile } from './backup.ts'
import { causeAtDeadline } from './cause-at-deadline.ts'
import { hasFilesToOpen, withFreeze } from './freeze.ts'
import { decryptionProblem } from './hand-over.ts'
import { markNoteLength, mayBeMarked } from './mark.ts'
import { decryptionMethods, openingOutcomeSchema } from './outcome.ts'
import { pendingFiles } from './pending.ts'
import { failureOf, settleFile } from './settle-file.ts'
import { decryptionLimit, shortestExtension } from './time-limit.ts'
import {
  decryptionSpan,
  hallWasAway,
  lineRecord,
  type WindowHealth,
  windowHealthSchema,
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

export const decryptionCommands = {
  /** Without bid encryption nobody has a key to hand over, and no command is given: the opening of files begins at once (DEC-15). */
  EnterBidOpening: commandRow({
    payload: z.strictObject({}),
    roles: opener,
    statuses: untilEnded,
    decide(state, _payload, { rules, now }) {
      if (state.flow >= flow.opening) return ok([])
      const problem = openingProblem(state, rules, now)
      if (problem) return err(problem)
      const entered = event('BidOpeningEntered', {})
      if (isEncrypted(state) || !hasFilesToOpen(state)) return ok([entered])
      return ok([entered, ...withFreeze(state, event('BidImportStarted', {}))])
    },
  }),

  /**
   * The decryption command (DEC-1, DEC-2). The first freezes every bid's commitments in the log, those of both envelopes; then,
   * or for the second envelope at once, the window opens. A bid that lacks a file it cannot do without is as good as
   * none: it could neither be announced nor compared, and opening a part would give away what the bidder may have
   * meant to keep.
   */
  StartDecryption: commandRow({
    /** As typed: text, zero and fractions are refused by the rules, in words of their own. */
    payload: z.strictObject({ limitMinutes: z.number().nullable() }),
    roles: opener,
    statuses: untilEnded,
    decide(state, { limitMinutes }, { rules, now }) {
      if (state.flow < flow.opening) return reject('enter-opening-first')
      if (!isEncrypted(state)) return reject('bids-not-encrypted')
      if (state.decryption) return reject('decryption-already-issued')
      const limit = decryptionLimit(limitMinutes, rules.minimumDecryptionMinutes)
      if (!limit.ok) return limit
      if (!hasFilesToOpen(state)) return reject('no-bids')
      const deadline = deadlineAfter(now, limit.value)
      return ok(withFreeze(state, event('DecryptionStarted', { limitMinutes: limit.value, deadline })))
    },
  }),

  /** The key of one file, handed over in time. */
  DecryptBid: preparedCommandRow({
    /** `key`: the file's one-time identity, unwrapped by the certificate or typed from the printed file key. */
    wire: z.strictObject({ fileId: z.uuid(), method: z.enum(decryptionMethods), key: z.string().max(200) }),
    /** `fileIdentity`: the one-time key of this file alone. */
    payload: z.strictObject({
      fileId: z.string(),
      method: z.enum(decryptionMethods),
      fileIdentity: z.string(),
    }),
    roles: bidder,
    statuses: untilEnded,
    decide(state, { fileId, method, fileIdentity }, context) {
      const problem = decryptionProblem(state, context, fileId)
      if (problem) return err(problem)
      const bidderCode = context.actor.unitCode ?? ''
      return ok([event('FileKeyHandedOver', { bidderCode, fileId, method }, { fileIdentity })])
    },
  }),

  /** The copy is stored already, as what `ciphertextHash` says. */
  SubmitBackupFile: serverCommandRow({
    /** `ciphertextHash`: SHA-256 of the copy that was taken in and is stored already. */
    payload: z.strictObject({ fileId: z.string(), ciphertextHash: z.string() }),
    roles: bidder,
    statuses: duringOpening,
    decide(state, { fileId, ciphertextHash }, context) {
      const problem = backupProblem(state, context, fileId)
      if (problem) return err(problem)
      const bidderCode = context.actor.unitCode ?? ''
      const committed = ownFile(state, context, fileId)?.submission.ciphertextHash
      if (ciphertextHash !== committed) return err({ code: 'backup-differs', params: {} })
      return ok([event('BackupFileAccepted', { bidderCode, fileId, ciphertextHash })])
    },
  }),

  /** Records what opening a file with its bidder's key yielded; the window closes with the last file. */
  SettleFile: serverCommandRow({
    payload: z.strictObject({ bidderCode: z.string(), fileId: z.string(), outcome: openingOutcomeSchema }),
    roles: system,
    statuses: duringOpening,
    decide: settleFile,
  }),

  /** More time for everybody, while there is some left: what has failed at the deadline stays so. */
  ExtendDecryption: commandRow({
    payload: z.strictObject({ minutes: z.number() }),
    roles: opener,
    statuses: duringOpening,
    decide({ decryption }, { minutes }, { now }) {
      if (!decryption) return reject('decryption-not-issued')
      if (decryption.deadline === null) return reject('bids-not-encrypted')
      if (!windowOpen(decryption, now)) return reject('decryption-closed')
      const extension = decryptionLimit(minutes, shortestExtension)
      if (!extension.ok) return extension
      const deadline = isoTime(epochOf(decryption.deadline) + minutes * 60_000)
      return ok([event('DecryptionExtended', { minutes, deadline })])
    },
  }),

  /**
   * The server's clock closes the window; each file without a key fails with its cause on record, and with what was seen
   * of the hall and of its bidder's line while the lot was not halted (DEC-10 to DEC-12).
   */
  CloseDecryption: serverCommandRow({
    /** `health`: what was seen of the window; null where nobody keeps watch. */
    payload: z.strictObject({ health: windowHealthSchema.nullable() }),
    roles: system,
    statuses: duringOpening,
    decide(state, { health }, { now }) {
      const { decryption } = state
      const window = decryptionSpan(state)
      if (!decryption?.deadline || !window || decryption.closed || now < epochOf(decryption.deadline))
        return ok([])
      const late = pendingFiles(state).filter(({ file }) => file.status !== 'opening')
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
    },
  }),

  /**
   * Marks a bid invalid at the opening, or takes the mark back (DEC-16). Before the command for the second
   * envelope the mark is about the first: it keeps the bid out of the second.
   */
  MarkBid: commandRow({
    payload: z.strictObject({
      bidderCode: z.string().max(60),
      invalid: z.boolean(),
      note: z.string().max(markNoteLength),
    }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { bidderCode, invalid, note }) {
      const bidder = state.bidders[bidderCode]
      if (!bidder) return reject('unknown-bidder')
      if (state.confirmation) return reject('locked-by-confirmation')
      if (!mayBeMarked(state, bidder)) return reject('bid-not-opened')
      if (invalid && note.trim() === '') return reject('note-missing')
      return ok([event('BidMarked', { bidderCode, invalid, note: invalid ? note.trim() : '' })])
    },
  }),
} as const

function linesOf(
  pieces: readonly Span[],
  bidders: ReadonlySet<string>,
  { lines }: WindowHealth,
): SessionEvent[] {
  return [...bidders].map((bidderCode) =>
    event('BidderLineRecorded', { bidderCode, line: lineRecord(pieces, lines[bidderCode] ?? []) }),
  )
}
