import { z } from 'zod'
import { drawKindNames } from '#domain/draw/parameters.ts'
import { workerKinds } from '#domain/preparation/site-staff.ts'

const person = z.string().trim().max(20)
const identity = z.string().trim().max(18)
const persons = z.strictObject({ opener: person, announcer: person, recorder: person, supervisor: person })
const identities = z.strictObject({
  opener: identity,
  announcer: identity,
  recorder: identity,
  supervisor: identity,
})
/** Longer names than may stand are refused by the rules, in words of their own. */
const workerText = z.string().max(200)
const none = z.strictObject({})
const typed = z.string().trim().max(40)
const typedRange = z.strictObject({ start: typed, end: typed, interval: typed })
const attempt = z.number().int().min(1).max(100_000)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The commands a client may ask for, by socket or through a REST call: the same payload either way. Keys and
 * signatures are what is handed over here; the server turns them into the domain's commands. Publishing and
 * submitting carry files and come by REST alone; the clock's commands are nobody's to send.
 */
export const wireCommands = {
  EnrolBidder: z.strictObject({
    bidderCode: z.string().trim().min(1).max(60),
    name: z.string().trim().min(1).max(300),
    certificate: z.string().max(20_000),
  }),
  /** `controlPrice` as typed: what is wrong with it is said in the seeds' words. */
  SetEvaluationParameters: z.strictObject({
    industry: z.number().int().min(0).max(99).optional(),
    billOfQuantities: z.boolean().optional(),
    drawNote: z.string().trim().max(200).optional(),
    controlPrice: z.string().trim().max(40).optional(),
    controlPriceRemark: z.string().trim().max(500).optional(),
  }),
  EnterSession: none,
  RecordPersonInfo: z.strictObject({ names: persons, ids: identities }),
  AddWorker: z.strictObject({
    kind: z.enum(workerKinds),
    name: workerText,
    unit: workerText,
    contact: workerText,
  }),
  /** Fields left out stay as they are. */
  EditWorker: z.strictObject({
    workerId: z.uuid(),
    name: workerText.optional(),
    unit: workerText.optional(),
    contact: workerText.optional(),
  }),
  RemoveWorker: z.strictObject({ workerId: z.uuid() }),
  /** `source`: another section of the same agency. */
  ImportWorkers: z.strictObject({ source: z.uuid() }),
  /** `jws`: as for the overview, over `{document: 'commitment-letter', session, hash}`. */
  SignCommitmentLetter: z.strictObject({ jws: z.string().max(20_000) }),
  DeclineCommitmentLetter: none,
  /** Ranges as typed: what is wrong with them is said in the seeds' words. One part for each parameter of the kind. */
  DeclareDraw: z.strictObject({
    kind: z.enum(drawKindNames),
    subject: z.string().trim().max(100).default(''),
    parts: z
      .array(z.strictObject({ drawer: z.string().trim().max(50), range: typedRange.nullable() }))
      .max(2),
  }),
  /** `commitment`: SHA-256 over the canonical JSON of `{attempt, drawId, value}`; `value`: 32 random bytes as hex. */
  JoinDraw: z.strictObject({ drawId: z.uuid(), attempt, commitment: hash }),
  StopDraw: z.strictObject({ drawId: z.uuid() }),
  RevealDraw: z.strictObject({ drawId: z.uuid(), attempt, value: hash }),
  EnterBidOpening: none,
  StartDecryption: z.strictObject({ limitMinutes: z.number().nullable() }),
  /** `key`: the file's one-time identity, unwrapped by the certificate or typed from the printed file key. */
  DecryptBid: z.strictObject({
    fileId: z.uuid(),
    method: z.enum(['certificate', 'file-key']),
    key: z.string().max(200),
  }),
  ExtendDecryption: z.strictObject({ minutes: z.number() }),
  MarkBid: z.strictObject({
    bidderCode: z.string().max(60),
    invalid: z.boolean(),
    note: z.string().max(500),
  }),
  EnterAnnouncement: none,
  EnterEnd: none,
  StartConfirmation: z.strictObject({ limitMinutes: z.number() }),
  /** `jws`: `signDocument(certificate, signedDocumentType, {document: 'overview', session, hash})`. */
  ConfirmOverview: z.strictObject({ jws: z.string().max(20_000) }),
  RemarkBid: z.strictObject({ bidderCode: z.string().max(60), remark: z.string().trim().max(500) }),
  RecordRemarks: z.strictObject({ remarks: z.string().trim().max(2000) }),
  StartSigning: z.strictObject({ limitMinutes: z.number() }),
  ExtendSigning: z.strictObject({ minutes: z.number() }),
  /** `jws`: the same over `{document: 'opening-record', session, hash}`. */
  SignRecord: z.strictObject({ jws: z.string().max(20_000) }),
  ConfirmSigning: none,
  /** Texts longer than may stand are refused by the rules, in words of their own. */
  RaiseObjection: z.strictObject({
    content: z.string().max(10_000),
    /** What was uploaded before (`uploadYiYiFuJian`). */
    attachmentId: z.uuid().nullish(),
  }),
  ReplyObjection: z.strictObject({ objectionId: z.uuid(), content: z.string().max(10_000) }),
  MarkObjectionRead: z.strictObject({ objectionId: z.uuid() }),
  CallSecondEnvelope: none,
  PostMessage: z.strictObject({ message: z.string().trim().min(1).max(500) }),
  EndOpening: none,
} as const

export type WireCommandType = keyof typeof wireCommands

export type WireCommand = {
  [T in WireCommandType]: { readonly type: T; readonly payload: z.output<(typeof wireCommands)[T]> }
}[WireCommandType]

/** The `typ` under which `signDocument` (src/seal) signs such a document. */
export const signedDocumentType = 'kaibiao-session-document/1'

/** What a bidder's certificate signs in a session; `hash` is that of the overview, of the record, or of the letter’s PDF. */
export const signedDocumentSchema = z.strictObject({
  document: z.enum(['overview', 'opening-record', 'commitment-letter']),
  session: z.uuid(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type SignedDocument = z.infer<typeof signedDocumentSchema>
