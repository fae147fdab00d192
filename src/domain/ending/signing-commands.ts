import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { basePriceProblem } from '../base-price/save-check.ts'
import { currentDocument, recordKey } from '../documents/document.ts'
import { certificateSignatureSchema, signedByOf } from '../session/certificate-signature.ts'
import { commandRow, preparedCommandRow, serverCommandRow } from '../session/command-row.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { flow } from '../session/flow.ts'
import { prolonging } from '../session/prolongation.ts'
import { reject } from '../session/rejection.ts'
import {
  duringOpening,
  onceOpening,
  opener,
  signers,
  system,
  untilEnded,
} from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import { deadlineAfter, windowLengthProblem, windowOpen } from '../session/window.ts'
import { windowHealthSchema } from '../session/window-health.ts'
import { confirmSigningProblem, unsigned } from './ending-conditions.ts'
import { recordDocument, recordHash, roundOfEnvelope } from './record.ts'
import { signedAsOrganisation, signedAsSchema, signerNameLength } from './signer.ts'
import { signingProblem } from './signing-problem.ts'
import { openStatements, statementsOf } from './statements.ts'

const jws = z.string().max(20_000)
const nothing = z.strictObject({})
/** A document that the server has stored. */
const storedRecord = {
  documentId: z.uuid(),
  basis: z.number().int(),
  sha256: z.string(),
  size: z.number().int(),
}
const frozenRecordSchema = z.strictObject({ recordHash: z.string(), ...storedRecord })
/** The PDF of the record that is to be signed, and the hash of the record that it was made of. */
export type FrozenRecord = Readonly<z.output<typeof frozenRecordSchema>>

/** The signing of the record: ordered and closed by the opener, who signs too, and signed by the bidders. */
export const signingCommands = {
  /** The signing command (END-6): fixes the record by its hash, and files its PDF (REC-1). */
  StartSigning: preparedCommandRow({
    wire: z.strictObject({ limitMinutes: z.number() }),
    payload: z.strictObject({ limitMinutes: z.number(), frozen: frozenRecordSchema.optional() }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { limitMinutes, frozen }, { now, rules }) {
      if (state.flow < flow.end) return reject('enter-end-first')
      if (state.signing) return reject('signing-already-issued')
      if (!state.confirmation) return reject('confirmation-not-issued')
      if (!state.confirmation.closed) return reject('confirmation-still-open')
      // The record has each disputed row and each objection of the inquiry with its reply (INQ-8).
      const count = openStatements(state)
      if (count > 0) return reject('inquiry-replies-missing', { count })
      // Participation and calculation stay open until here (BAS-5, BAS-7).
      const unsaved = basePriceProblem(state, rules)
      if (unsaved) return err(unsaved)
      const length = windowLengthProblem(limitMinutes)
      if (length) return err(length)
      if (rules.remarksRequired && state.remarks.trim() === '') return reject('remarks-missing')
      const hash = recordHash(state)
      if (frozen && frozen.recordHash !== hash) return reject('stale-document')
      const deadline = deadlineAfter(now, limitMinutes)
      const statements = statementsOf(state)
      const started = event('SigningStarted', { limitMinutes, deadline, recordHash: hash, statements })
      // The document comes first: whoever sees the signing has it.
      return ok(frozen ? [frozenRecord(state, frozen), started] : [started])
    },
  }),

  /** Extends signing, only after its time has run out (END-9). */
  ExtendSigning: commandRow({
    payload: z.strictObject({ minutes: z.number() }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { minutes }, { now }) {
      if (!state.signing) return reject('signing-not-issued')
      if (state.signing.confirmed) return reject('signing-already-confirmed')
      if (windowOpen(state.signing, now)) return reject('signing-time-not-ended')
      const length = windowLengthProblem(minutes)
      if (length) return err(length)
      return ok([event('SigningExtended', { minutes, deadline: deadlineAfter(now, minutes) })])
    },
  }),

  /** A bidder signs the record, and the opener does (END-7, END-22). */
  SignRecord: preparedCommandRow({
    /**
     * `jws`: as for the overview, over `{document: 'opening-record', session, hash, pdf}`, where `pdf` is the hash of the
     * record's PDF; `cms`: the signature over that PDF (`signDetached`), by a key that PDF readers know.
     */
    wire: z.strictObject({
      jws,
      cms: jws.optional(),
      signer: z.string().trim().max(signerNameLength).optional(),
      /** Without it a person signs where one is named (END-23). */
      kind: z.enum(['organisation', 'person']).optional(),
      envelopeFlag: z.number().int().optional(),
      /** The code that a phone scanned to sign (END-25); left out where the computer's certificate signs. */
      code: z
        .string()
        .regex(/^[\w-]{22}$/)
        .optional(),
    }),
    payload: z.strictObject({
      signature: certificateSignatureSchema,
      recordHash: z.string(),
      pdf: z.string().nullable().optional(),
      cms: z.string().nullable().optional(),
      signedAs: signedAsSchema.optional(),
    }),
    roles: signers,
    statuses: untilEnded,
    decide(state, { signature, recordHash, pdf = null, cms = null, signedAs }, context) {
      const who = signedAs ?? signedAsOrganisation
      const problem = signingProblem(state, context)
      if (problem) return err(problem)
      if (!context.rules.signingWays.includes(who.way)) return reject('signing-way-not-offered')
      if (who.kind === 'person' && who.name === '') return reject('signer-missing')
      if (recordHash !== state.signing?.recordHash) return reject('stale-document')
      if (pdf !== (recordDocument(state)?.sha256 ?? null)) return reject('stale-document')
      const unitCode = context.actor.unitCode ?? ''
      if (context.actor.role === 'opener')
        return ok([event('OpenerSignedRecord', { unitCode, signature, signedAs: who, cms })])
      const signed = { bidderCode: unitCode, signedBy: signedByOf(signature), signedAs: who }
      return ok([event('RecordSigned', signed, { proof: { jws: signature.jws, cms } })])
    },
  }),

  /** Ends the time to sign, or prolongs it as the confirmation's (SES-19). */
  CloseSigning: serverCommandRow({
    payload: z.strictObject({ health: windowHealthSchema.nullish() }),
    roles: system,
    statuses: duringOpening,
    decide(state, { health }, { now }) {
      const { signing } = state
      if (!signing || signing.closed || now < epochOf(signing.deadline)) return ok([])
      const more = prolonging(state, 'signing', health?.outages)
      if (more.length > 0) return ok(more)
      return ok([event('SigningClosed', {})])
    },
  }),

  /**
   * The opener closes signing for good (END-10). While time remains every bidder must have signed; afterwards the log
   * names those who have not, so that they cannot block the session.
   */
  ConfirmSigning: commandRow({
    payload: nothing,
    roles: opener,
    statuses: duringOpening,
    decide(state) {
      const problem = confirmSigningProblem(state)
      if (problem) return err(problem)
      return ok([event('SigningConfirmed', { unsigned: unsigned(state).map((bidder) => bidder.code) })])
    },
  }),

  /** The server sealed the record of an envelope after its last signature (REC-3). */
  SealRecord: serverCommandRow({
    payload: z.strictObject({ envelope: z.literal([1, 2]), ...storedRecord }),
    roles: system,
    statuses: onceOpening,
    whileHalted: true,
    betweenEnvelopes: true,
    decide(state, { envelope, ...stored }) {
      const signing = roundOfEnvelope(state, envelope)?.signing
      if (!signing?.confirmed) return reject('confirm-signing-first')
      if (!currentDocument(state, recordKey('opening-record', envelope))) return reject('unknown-document')
      const key = recordKey('sealed-record', envelope)
      if (currentDocument(state, key)) return ok([])
      return ok([event('DocumentFiled', { ...key, ...stored, version: 1, reason: '', by: '' })])
    },
  }),
} as const

function frozenRecord(state: SessionState, { recordHash: _, ...stored }: FrozenRecord): SessionEvent {
  const key = recordKey('opening-record', state.stage.number)
  return event('DocumentFiled', { ...key, ...stored, version: 1, reason: '', by: '' })
}
