import { z } from 'zod'

/** server → client: the command was refused, and why; `message` is the catalogue's text in the socket's language. */
export const nackSchema = z.strictObject({
  id: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.unknown()),
  message: z.string(),
})
export type NackMessage = z.infer<typeof nackSchema>
