import { z } from 'zod'

/** server → client, every 5 s: the log's epoch and head, and the server's clock (`now`, epoch milliseconds). */
export const heartbeatSchema = z.strictObject({
  epoch: z.string(),
  head: z.number().int(),
  now: z.number().int(),
})
export type HeartbeatMessage = z.infer<typeof heartbeatSchema>
export const heartbeatMilliseconds = 5000
/** The interval of the server's pings of the connection, whatever the session sends. */
export const pingMilliseconds = 10_000
