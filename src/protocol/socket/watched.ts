import { z } from 'zod'
import { summarySchema } from '#domain/session/summary.ts'

/** The Socket.IO namespace of the supervisors' wall; a client connects with the token of its login. */
export const watchNamespace = '/watch'

/** The most sections on a wall. */
export const mostWatched = 30

/** A section on the wall. */
export const watchedSectionSchema = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  opensAt: z.iso.datetime(),
  /** The log's length when this was read; of two the higher one counts. */
  seq: z.number().int(),
  /** Null where the section's log cannot be read. */
  summary: summarySchema.nullable(),
  /** The last line of the progress log in both languages; null where there is none to show. */
  last: z.strictObject({ at: z.string(), zh: z.string(), en: z.string() }).nullable(),
})
export type WatchedSection = z.infer<typeof watchedSectionSchema>

/** server → client `watched`: all sections once connected, then those that have changed, and one every 5 s in any case. */
export const watchedSchema = z.strictObject({
  /** The server's clock, epoch milliseconds. */
  now: z.number().int(),
  /** All sections of the wall; others are to be forgotten. */
  ids: z.array(z.uuid()).max(mostWatched),
  /** How many more there are than the wall has room for. */
  more: z.number().int().min(0),
  /** Those that are new or have changed. */
  sections: z.array(watchedSectionSchema).max(mostWatched),
})
export type Watched = z.infer<typeof watchedSchema>

/** server → client, by Socket.IO event name, in the wall's namespace. */
export const watchDown = { watched: watchedSchema } as const
