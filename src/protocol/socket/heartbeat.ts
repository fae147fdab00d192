import { z } from 'zod'

/** server → client, every 5 s: the log's head and the server's clock (epoch ms). */
export const heartbeatSchema = z.strictObject({ head: z.number().int(), now: z.number().int() })
export type HeartbeatMessage = z.infer<typeof heartbeatSchema>
export const heartbeatMilliseconds = 5000
