import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** An entry that the reader may not see; its hash keeps the chain verifiable. */
const hiddenSchema = z.strictObject({ seq: z.number().int().positive(), hash })

/** An entry as `viewFor` leaves it: private fields only for those who may see them. */
const entrySchema = z.strictObject({
  seq: z.number().int().positive(),
  type: z.string(),
  version: z.number().int(),
  at: z.iso.datetime(),
  actor: z.string(),
  role: z.string(),
  commandId: z.string(),
  payload: z.record(z.string(), z.unknown()),
  commitments: z.record(z.string(), hash),
  private: z.record(z.string(), z.strictObject({ salt: z.string(), value: z.unknown() })),
  previous: hash,
  hash,
})

/**
 * server → client: the entries `from`…`to`, in order and without gaps; `head` is the log's last seq. `epoch` changes
 * when the session's log is replaced: the client starts over. After a restored backup it says so (`restored-epoch.ts`).
 */
export const eventsSchema = z.strictObject({
  epoch: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  head: z.number().int(),
  entries: z.array(z.union([entrySchema, hiddenSchema])),
})
export type EventsMessage = z.infer<typeof eventsSchema>
