import { z } from 'zod'

/** client → server: a command under an id of the client's; sent again with the same id, it is done once. */
export const commandSchema = z.strictObject({
  id: z.uuid(),
  type: z.string().max(40),
  payload: z.record(z.string(), z.unknown()),
})
export type CommandMessage = z.infer<typeof commandSchema>
