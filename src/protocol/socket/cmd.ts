import { z } from 'zod'

/** client → server: a command with an id of the client; a retry with the same id has no further effect. */
export const commandSchema = z.strictObject({
  id: z.uuid(),
  type: z.string().max(40),
  payload: z.record(z.string(), z.unknown()),
})
export type CommandMessage = z.infer<typeof commandSchema>
