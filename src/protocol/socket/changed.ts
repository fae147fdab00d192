import { z } from 'zod'

/** The Socket.IO namespace of the section list; a client connects with the token of its login. */
export const sectionListNamespace = '/hall'

/**
 * server → client `changed`: rows of the section list have changed. A hint without data: a client that shows one of
 * these sections, or any page where `listed`, reads it again at a random moment within `spread` milliseconds.
 */
export const sectionListChangedSchema = z.strictObject({
  sections: z.array(z.uuid()),
  /**
   * Whether status, step, window, name, time or visibility changed, so that pages may have other rows; otherwise only a count
   * changed.
   */
  listed: z.boolean(),
  spread: z.number().int().min(0),
})
export type SectionListChanged = z.infer<typeof sectionListChangedSchema>
