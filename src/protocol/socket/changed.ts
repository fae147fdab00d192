import { z } from 'zod'

/** The hall's own Socket.IO namespace; who connects names the token of a login. */
export const hallNamespace = '/hall'

/**
 * server → client `changed`: the hall lists these sections otherwise than before. Only a hint: whoever shows one of
 * them, or any page at all where `listed`, reads it again at a random moment within `spread` milliseconds.
 */
export const hallChangedSchema = z.strictObject({
  sections: z.array(z.uuid()),
  /** Status, name, time or who may see it, so that other rows may stand on a page; else only a count. */
  listed: z.boolean(),
  spread: z.number().int().min(0),
})
export type HallChanged = z.infer<typeof hallChangedSchema>
