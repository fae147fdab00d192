import { z } from 'zod'

const person = z.string().trim().max(20)
const identity = z.string().trim().max(18)
const persons = z.strictObject({ opener: person, announcer: person, recorder: person, supervisor: person })
const identities = z.strictObject({
  opener: identity,
  announcer: identity,
  recorder: identity,
  supervisor: identity,
})
const none = z.strictObject({})

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
  EnterSession: none,
  RecordPersonInfo: z.strictObject({ names: persons, ids: identities }),
  EnterBidOpening: none,
  StartDecryption: z.strictObject({ limitMinutes: z.number().nullable() }),
  /** `key`: the file's one-time identity, unwrapped by the certificate or typed from the printed file key. */
  DecryptBid: z.strictObject({
    fileId: z.uuid(),
    method: z.enum(['certificate', 'file-key']),
    key: z.string().max(200),
  }),
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
  RaiseObjection: z.strictObject({ content: z.string().max(10_000) }),
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

/** What a bidder's certificate signs in a session; `hash` is that of the overview or of the record. */
export const signedDocumentSchema = z.strictObject({
  document: z.enum(['overview', 'opening-record']),
  session: z.uuid(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type SignedDocument = z.infer<typeof signedDocumentSchema>
