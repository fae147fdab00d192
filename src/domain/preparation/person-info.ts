import { z } from 'zod'

/** Information entry and person info (S1 §3, §5); identity-card numbers are private. */
export const personNamesSchema = z
  .strictObject({ opener: z.string(), announcer: z.string(), recorder: z.string(), supervisor: z.string() })
  .readonly()
export type PersonNames = z.infer<typeof personNamesSchema>
export type PersonIds = PersonNames
