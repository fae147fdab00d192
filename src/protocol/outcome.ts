import { z } from 'zod'

/** The answer of a command's call (REST-2); `seq` is the log's head after it. */
export const outcomeSchema = z.strictObject({
  Result: z.boolean(),
  ResultMessage: z.string(),
  seq: z.number().int(),
})

/** The answer of a check (REST-2); Status false comes with the reason. */
export const checkSchema = z.strictObject({ Status: z.boolean(), message: z.string(), code: z.string() })

/** The answer of a refused call (REST-2). */
export const failureSchema = z.strictObject({
  Result: z.literal(false),
  ResultMessage: z.string(),
  message: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.unknown()),
  requestId: z.string(),
})
export type Failure = z.infer<typeof failureSchema>
