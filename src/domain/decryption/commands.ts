import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { openingProblem } from '../preparation/entry-check.ts'
import { commandRow, preparedCommandRow, serverCommandRow } from '../session/command-row.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { flow } from '../session/flow.ts'
import { prolonging } from '../session/prolongation.ts'
import { reject } from '../session/rejection.ts'
import { bidder, duringOpening, opener, system, untilEnded } from '../session/roles-and-statuses.ts'
import { deadlineAfter, type Span, windowOpen } from '../session/window.ts'
import {
  lineRecord,
  type WindowHealth,
  windowHealthSchema,
  windowSpan,
  within,
} from '../session/window-health.ts'
import { isEncrypted } from '../tender/tender.ts'
import { backupProblem, ownFile } from './backup.ts'
import { causeAtDeadline } from './cause-at-deadline.ts'
import { hasFilesToOpen, withFreeze } from './freeze.ts'
import { decryptionProblem } from './hand-over.ts'
import { markNoteLength, mayBeMarked } from './mark.ts'
import { decryptionMethods, openingOutcomeSchema } from './outcome.ts'
import { pendingFiles } from './pending.ts'
import { reopenableFiles, reopeningProblem, reopeningReasonLength } from './reopening.ts'
import { failureOf, settleFile } from './settle-file.ts'
import { decryptionExtension, decryptionLimit } from './time-limit.ts'

/*
 * Opening a file has two phases, so that neither a slow file nor a crash can cost a bidder their bid:
 * 1. The bidder hands over the file's key (`DecryptBid`). Whether it is in time is decided and acknowledged at once.
 * 2. The server opens the file and records the outcome (`SettleFile`), before or after the deadline.
 * The window closes at its deadline or with the last file. Files without a key then fail at once. Files that are still
 * being opened are settled one by one; the order in which the server finishes them has no effect.
 * Without bid encryption the first phase is left out: all files are opened from the start, and a file that does not
 * open fails at once, because there is no other key to try. If the stored copy of a file failed, the bidder's own copy
 * may be opened (backup.ts), also after the window, which stays closed.
 */

export const decryptionCommands = {
  /** Without bid encryption there is no key and no decryption command: the opening of files begins here (DEC-15). */
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
   * The decryption command (DEC-1, DEC-2). The first one freezes the commitments of all bids, those of both envelopes,
   * and opens the window; the one for the second envelope only opens the window. A bid that lacks a required file
   * counts as none (BID-6): opening a part of it could reveal what its bidder did not mean to submit.
   */
  StartDecryption: commandRow({
    /** As typed: the rules refuse zero and fractions with their own messages. */
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
    /** `fileIdentity`: the one-time key of this file. */
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

  SubmitBackupFile: serverCommandRow({
    /** `ciphertextHash`: SHA-256 of the copy, which is already stored. */
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

  /** Records the outcome of opening a file; the last file closes the window. */
  SettleFile: serverCommandRow({
    payload: z.strictObject({ bidderCode: z.string(), fileId: z.string(), outcome: openingOutcomeSchema }),
    roles: system,
    statuses: duringOpening,
    decide: settleFile,
  }),

  /** Extends the window while it is open; a file that failed at the deadline stays failed. */
  ExtendDecryption: commandRow({
    payload: z.strictObject({ minutes: z.number().nullable() }),
    roles: opener,
    statuses: duringOpening,
    decide({ decryption }, { minutes }, { now }) {
      if (!decryption) return reject('decryption-not-issued')
      if (decryption.deadline === null) return reject('bids-not-encrypted')
      if (!windowOpen(decryption, now)) return reject('decryption-closed')
      const extension = decryptionExtension(minutes)
      if (!extension.ok) return extension
      const deadline = isoTime(epochOf(decryption.deadline) + extension.value * 60_000)
      return ok([event('DecryptionExtended', { minutes: extension.value, deadline })])
    },
  }),

  /** Opens a closed window again, with a reason, for the files that failed through the hall's fault (DEC-18). */
  ReopenDecryption: commandRow({
    payload: z.strictObject({
      limitMinutes: z.number().nullable(),
      reason: z.string().max(reopeningReasonLength),
    }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { limitMinutes, reason }, { rules, now }) {
      const problem = reopeningProblem(state)
      if (problem) return err(problem)
      const limit = decryptionLimit(limitMinutes, rules.minimumDecryptionMinutes)
      if (!limit.ok) return limit
      if (reason.trim() === '') return reject('reopening-reason-missing')
      const window = { limitMinutes: limit.value, deadline: deadlineAfter(now, limit.value) }
      const files = reopenableFiles(state)
      return ok([event('DecryptionReopened', { ...window, reason: reason.trim(), files })])
    },
  }),

  /**
   * The server's clock closes the window, or prolongs it if it was not yet prolonged for an outage (SES-19). Each file
   * without a key fails with its cause; the hall's outages and the bidders' lines are recorded, without the time in
   * which the lot was halted (DEC-10, DEC-12).
   */
  CloseDecryption: serverCommandRow({
    /** `health`: outages and lines during the window; null where they are not recorded. */
    payload: z.strictObject({ health: windowHealthSchema.nullable() }),
    roles: system,
    statuses: duringOpening,
    decide(state, { health }, { now }) {
      const { decryption } = state
      const window = windowSpan(decryption, state.halts)
      if (!decryption?.deadline || !window || decryption.closed || now < epochOf(decryption.deadline))
        return ok([])
      const more = prolonging(state, 'decryption', health?.outages)
      if (more.length > 0) return ok(more)
      const late = pendingFiles(state).filter(({ file }) => file.status !== 'opening')
      const { from, to, pieces } = window
      const outages = health && within(pieces, health.outages)
      const failed = late.map(({ bidderCode, submission, file }) =>
        failureOf(bidderCode, submission.fileId, causeAtDeadline(file, false)),
      )
      const closed = event('DecryptionClosed', { cause: 'time-out' })
      if (!health || !outages) return ok([closed, ...failed])
      const lines = linesOf(pieces, new Set(late.map(({ bidderCode }) => bidderCode)), health)
      const recorded = event('WindowHealthRecorded', { window: { from, to }, outages })
      return ok([closed, recorded, ...lines, ...failed])
    },
  }),

  /**
   * Marks a bid invalid or takes the mark back (DEC-16). Before the second envelope's decryption command the mark
   * applies to the first envelope and keeps the bid out of the second.
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
      if (!mayBeMarked(state, bidder, invalid)) return reject('bid-not-opened')
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
