import { z } from 'zod'
import { everybody } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { documentFormats, documentKinds, documentLanguages } from './document.ts'

const documentId = z.uuid()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const documentEvents = {
  /** A version of a document was made; its bytes are stored under their hash. */
  DocumentFiled: eventRow({
    version: 1,
    payload: z.strictObject({
      documentId,
      kind: z.enum(documentKinds),
      format: z.enum(documentFormats),
      envelope: z.literal([1, 2]),
      language: z.enum(documentLanguages),
      version: z.number().int(),
      reason: z.string(),
      basis: z.number().int(),
      sha256,
      size: z.number().int(),
      by: z.string(),
    }),
    fold(draft, { payload, at }) {
      draft.documents = [...draft.documents, { ...payload, at, withdrawn: null }]
    },
    writes: [],
    seenBy: everybody,
  }),

  DocumentWithdrawn: eventRow({
    version: 1,
    payload: z.strictObject({ documentId, reason: z.string(), by: z.string() }),
    fold(draft, { payload: { documentId: id, reason, by }, at }) {
      draft.documents = draft.documents.map((one) =>
        one.documentId === id ? { ...one, withdrawn: { at, by, reason } } : one,
      )
    },
    writes: [],
    seenBy: everybody,
  }),
} as const
