import { z } from 'zod'

/** server → client: the command stands; its last entry is `seq`. Sent after the commit, never before. */
export const ackSchema = z.strictObject({ id: z.uuid(), seq: z.number().int() })
export type AckMessage = z.infer<typeof ackSchema>
