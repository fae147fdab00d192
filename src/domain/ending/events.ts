import { z } from 'zod'
import { everybody } from '../session/audience.ts'
import {
  type CertificateSignature,
  certificateSignatureSchema,
  signedByOf,
  signedBySchema,
} from '../session/certificate-signature.ts'
import { eventRow } from '../session/event-row.ts'
import { flow } from '../session/flow.ts'
import { prolongedRow } from '../session/prolonged-row.ts'
import { reportInfoSchema } from './report-info.ts'
import { beginSecondRound } from './second-round.ts'
import { signatureProofSchema, signedAsOrganisation, signedAsSchema } from './signer.ts'
import { statementsSchema } from './statements-schema.ts'

const bidderCode = z.string()
const nothing = z.strictObject({})
const window = { limitMinutes: z.number().int(), deadline: z.string() }

export const endingEvents = {
  EndEntered: eventRow({
    version: 1,
    payload: nothing,
    fold(draft) {
      draft.flow = Math.max(draft.flow, flow.end)
    },
    writes: [],
    seenBy: everybody,
  }),

  /** Version 2: the hash of the table that is confirmed; null in earlier logs. */
  ConfirmationStarted: eventRow({
    version: 2,
    payload: z.strictObject({ ...window, overviewHash: z.string().nullable() }),
    upcast: (payload: object) => ({ ...payload, overviewHash: null }),
    fold(draft, { payload, at }) {
      draft.confirmation = { ...payload, issuedAt: at, closed: false, prolongedFor: [] }
    },
    writes: [],
    seenBy: everybody,
  }),

  ConfirmationProlonged: prolongedRow('confirmation'),

  /** Version 2: the signature itself is a private field; before, it was in the payload. */
  OverviewConfirmed: eventRow({
    version: 2,
    payload: z.strictObject({
      bidderCode,
      by: z.enum(['bidder', 'time-out']),
      signedBy: signedBySchema.nullable(),
    }),
    private: z.strictObject({ proof: z.strictObject({ jws: z.string() }).optional() }),
    upcast: ({ signature, ...payload }: { signature: CertificateSignature | null }) => ({
      ...payload,
      signedBy: signature && signedByOf(signature),
    }),
    fold(draft, { payload }) {
      const bidder = draft.bidders[payload.bidderCode]
      if (!bidder) return
      bidder.confirmed = payload.by
      bidder.confirmation = payload.signedBy
    },
    writes: ['bidders'],
    seenBy: everybody,
    privateExported: true,
  }),

  ConfirmationClosed: eventRow({
    version: 1,
    payload: z.strictObject({ unconfirmed: z.array(z.string()) }),
    fold(draft, { payload: { unconfirmed } }) {
      if (!draft.confirmation) return
      draft.confirmation.closed = true
      if (unconfirmed.length > 0) draft.confirmation.unconfirmed = unconfirmed
    },
    writes: ['confirmation'],
    seenBy: everybody,
  }),

  /** The opener ended the confirmation before its deadline; `automatic`: who had not answered (END-20). */
  ConfirmationEnded: eventRow({
    version: 1,
    payload: z.strictObject({ reason: z.string(), automatic: z.array(z.string()) }),
    fold(draft, { payload, at }) {
      if (draft.confirmation) {
        draft.confirmation.closed = true
        draft.confirmation.ended = { at, reason: payload.reason }
      }
      for (const code of payload.automatic) {
        const bidder = draft.bidders[code]
        if (bidder?.confirmed === 'no') bidder.confirmed = 'time-out'
      }
    },
    writes: 'everything',
    seenBy: everybody,
  }),

  BidRemarked: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode, remark: z.string() }),
    fold(draft, { payload }) {
      const bidder = draft.bidders[payload.bidderCode]
      if (bidder) bidder.remark = payload.remark
    },
    writes: ['bidders'],
    seenBy: everybody,
  }),

  RemarksRecorded: eventRow({
    version: 1,
    payload: z.strictObject({ remarks: z.string() }),
    fold(draft, { payload }) {
      draft.remarks = payload.remarks
    },
    writes: [],
    seenBy: everybody,
  }),

  ReportInfoRecorded: eventRow({
    version: 1,
    payload: z.strictObject({ info: reportInfoSchema }),
    fold(draft, { payload }) {
      draft.reportInfo = payload.info
    },
    writes: [],
    seenBy: everybody,
  }),

  /** The bidders' statements that the record has (END-28), in version 3 with the replies to disputes; null in version 1. */
  SigningStarted: eventRow({
    version: 3,
    payload: z.strictObject({
      ...window,
      recordHash: z.string(),
      statements: statementsSchema.nullable(),
    }),
    upcast: (payload: object) => ({ statements: null, ...payload }),
    fold(draft, { payload, at }) {
      draft.signing = {
        ...payload,
        issuedAt: at,
        extendedAt: null,
        closed: false,
        prolongedFor: [],
        confirmed: false,
        unsigned: [],
        opener: null,
      }
    },
    writes: [],
    seenBy: everybody,
  }),

  SigningExtended: eventRow({
    version: 1,
    payload: z.strictObject({ minutes: z.number().int(), deadline: z.string() }),
    fold(draft, { payload, at }) {
      if (!draft.signing) return
      draft.signing.deadline = payload.deadline
      draft.signing.extendedAt = at
      draft.signing.closed = false
    },
    writes: ['signing'],
    seenBy: everybody,
  }),

  SigningProlonged: prolongedRow('signing'),

  /**
   * Version 2: who signed for the bidder, and how. Version 3: the signatures themselves are a private field, that over
   * the record's PDF (`cms`; DER in base64, null by a key that PDF readers do not know) too; `jws` is of earlier versions.
   */
  RecordSigned: eventRow({
    version: 3,
    payload: z.strictObject({
      bidderCode,
      signedBy: signedBySchema,
      signedAs: signedAsSchema,
      jws: z.string().optional(),
    }),
    private: z.strictObject({ proof: signatureProofSchema }),
    upcast: ({ signature, ...payload }: { signature: CertificateSignature }) => ({
      signedAs: signedAsOrganisation,
      ...payload,
      signedBy: signedByOf(signature),
      jws: signature.jws,
    }),
    fold(draft, { payload: { bidderCode: code, signedBy, signedAs, jws }, private: secrets, at }) {
      const bidder = draft.bidders[code]
      if (!bidder) return
      const proof =
        jws === undefined ? (secrets.proof?.value ?? null) : { jws, cms: null, isOpen: true as const }
      bidder.signature = { ...signedBy, signedAs, at, proof }
    },
    writes: ['bidders'],
    seenBy: everybody,
    privateExported: true,
  }),

  /** The opener's own signature; `cms`: over the record's PDF, null by a key that PDF readers do not know (END-22). */
  OpenerSignedRecord: eventRow({
    version: 1,
    payload: z.strictObject({
      unitCode: z.string(),
      signature: certificateSignatureSchema,
      signedAs: signedAsSchema,
      cms: z.string().nullable(),
    }),
    fold(draft, { payload: { signature, cms, ...payload }, at }) {
      const proof = { jws: signature.jws, cms }
      if (draft.signing) draft.signing.opener = { ...signedByOf(signature), ...payload, at, proof }
    },
    writes: ['signing'],
    seenBy: everybody,
  }),

  /** In logs of before: a bidder's signature over the record's PDF, which is a private field of `RecordSigned` since. */
  RecordPdfSigned: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode, cms: z.string() }),
    fold(draft, { payload: { bidderCode: code, cms } }) {
      const signature = draft.bidders[code]?.signature
      if (signature?.proof) signature.proof = { ...signature.proof, cms }
    },
    writes: ['bidders'],
    seenBy: everybody,
  }),

  SigningClosed: eventRow({
    version: 1,
    payload: nothing,
    fold(draft) {
      if (draft.signing) draft.signing.closed = true
    },
    writes: ['signing'],
    seenBy: everybody,
  }),

  SigningConfirmed: eventRow({
    version: 1,
    payload: z.strictObject({ unsigned: z.array(z.string()) }),
    fold(draft, { payload }) {
      if (!draft.signing) return
      draft.signing.closed = true
      draft.signing.confirmed = true
      draft.signing.unsigned = payload.unsigned
    },
    writes: ['signing'],
    seenBy: everybody,
  }),

  /** The first of two envelopes has ended; its evaluation follows. */
  EnvelopeEnded: eventRow({
    version: 1,
    payload: nothing,
    fold(draft, { at }) {
      draft.status = 'to-be-opened'
      draft.flow = flow.ended
      draft.stage = { number: 1, firstEndedAt: at }
    },
    writes: [],
    seenBy: everybody,
  }),

  /** `personInfo`: whether the persons in charge stay, or are entered anew (PRE-18). */
  SecondEnvelopeCalled: eventRow({
    version: 2,
    payload: z.strictObject({ personInfo: z.enum(['kept', 'anew']) }),
    upcast: () => ({ personInfo: 'kept' }),
    fold: (draft, { payload }) => beginSecondRound(draft, payload.personInfo),
    writes: 'everything',
    seenBy: everybody,
  }),

  OpeningEnded: eventRow({
    version: 1,
    payload: nothing,
    fold(draft, { at }) {
      draft.status = 'opened'
      draft.flow = flow.ended
      draft.endedAt = at
    },
    writes: [],
    seenBy: everybody,
  }),
} as const
