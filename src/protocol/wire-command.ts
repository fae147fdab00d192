import { z } from 'zod'
import { type WireShapes, wireSchemas } from '#domain/session/command.ts'

/**
 * The commands that a client may give, with the same payload by socket and by REST. They carry keys and signatures,
 * which the server turns into the domain's commands. Publishing and submitting carry files and are REST calls only; no
 * client sends the clock's commands.
 */
export const wireCommands = wireSchemas

export type WireCommandType = keyof WireShapes

export type WireCommand = {
  [T in WireCommandType]: { readonly type: T; readonly payload: z.output<WireShapes[T]> }
}[WireCommandType]

/** The `typ` under which `signDocument` (src/seal) signs such a document. */
export const signedDocumentType = 'kaibiao-session-document/1'

/** A document that a certificate signs; `hash` is that of the overview, the record, the letter’s PDF or the form of a failure. */
export const signedDocumentSchema = z.strictObject({
  document: z.enum(['overview', 'opening-record', 'commitment-letter', 'failure']),
  session: z.uuid(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of the opening record, the hash of the PDF that is filed with it (REC-2). */
  pdf: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type SignedDocument = z.infer<typeof signedDocumentSchema>
