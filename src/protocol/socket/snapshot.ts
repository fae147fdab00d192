import { z } from 'zod'

const snapshot = {
  epoch: z.string(),
  seq: z.number().int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  head: z.number().int(),
  state: z.record(z.string(), z.unknown()),
} as const

/**
 * Instead of a long catch-up: the fold of the entries 1…`seq` as the reader may see them, and the hash of entry `seq`,
 * which the next entry continues. `state` is a `SessionState` as JSON, read with `reviveState`. `head` is the log's last
 * seq. `getSessionLog` has the entries themselves.
 */
export const wholeSnapshotSchema = z.strictObject(snapshot)
export type WholeSnapshot = z.infer<typeof wholeSnapshotSchema>

/**
 * server → client: a snapshot in two parts, because a thousand may be far behind at once. `state` is what all readers of
 * a role see; `own` has what this reader sees besides, and is put together with it by `withOwnPart`.
 */
export const snapshotSchema = z.strictObject({ ...snapshot, own: z.record(z.string(), z.unknown()) })
export type SnapshotMessage = z.infer<typeof snapshotSchema>

/** A reader that lacks more entries than this gets a snapshot. */
export const snapshotBeyond = 2000
