import { z } from 'zod'
import type { ServerCode } from '../messages/codes.ts'

/** server → client: the command was refused, and why; `message` is the catalogue's text in the socket's language. */
export const nackSchema = z.strictObject({
  id: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.unknown()),
  message: z.string(),
})
export type NackMessage = z.infer<typeof nackSchema>

const noAnswers: readonly ServerCode[] = ['unavailable', 'too-many-requests']

/** Whether a refusal leaves the command's fate open, so that it is retried under the same id. */
export function isNoAnswer(code: string): boolean {
  return (noAnswers as readonly string[]).includes(code)
}

/** Refused before the command's id is looked up: this attempt has no effect, but an earlier one may be committed. */
export const refusedUnseen: ServerCode = 'session-expired'
