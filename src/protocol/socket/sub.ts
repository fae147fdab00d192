import { z } from 'zod'

/**
 * client → server: asks for all entries after `after`. `epoch` is empty the first time. A client may ask at once,
 * in `auth.sub` of its CONNECT packet, beside token, version and language.
 */
export const subscribeSchema = z.strictObject({
  session: z.uuid(),
  epoch: z.string().max(200),
  after: z.number().int().min(0),
})
export type SubscribeMessage = z.infer<typeof subscribeSchema>
