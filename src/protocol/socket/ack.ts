import { z } from 'zod'

/** server → client: the command is committed; its last entry is `seq`. */
export const ackSchema = z.strictObject({ id: z.uuid(), seq: z.number().int() })
export type AckMessage = z.infer<typeof ackSchema>
