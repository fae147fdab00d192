import { z } from 'zod'

/**
 * server → client, instead of a long catch-up: the fold of the entries 1…`seq` as the reader may see them, and the hash
 * of entry `seq`, which the next entry continues. `state` is a `SessionState` as JSON, read with `reviveState`. `head`
 * is the log's last seq. `getSessionLog` has the entries themselves.
 */
export const snapshotSchema = z.strictObject({
  epoch: z.string(),
  seq: z.number().int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  head: z.number().int(),
  state: z.record(z.string(), z.unknown()),
})
export type SnapshotMessage = z.infer<typeof snapshotSchema>

/** A reader that lacks more entries than this gets a snapshot. */
export const snapshotBeyond = 2000
