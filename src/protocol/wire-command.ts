import { z } from 'zod'
import { type WireShapes, wireSchemas } from '#domain/session/command.ts'

/**
 * The commands a client may ask for, by socket or through a REST call: the same payload either way. Keys and
 * signatures are what is handed over here; the server turns them into the domain's commands. Publishing and
 * submitting carry files and come by REST alone; the clock's commands are nobody's to send.
 */
export const wireCommands = wireSchemas

export type WireCommandType = keyof WireShapes

export type WireCommand = {
  [T in WireCommandType]: { readonly type: T; readonly payload: z.output<WireShapes[T]> }
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
