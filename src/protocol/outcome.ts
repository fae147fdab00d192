import { z } from 'zod'

/** What a command's call answers (REST-2): `seq` is the log's head once it stands. */
export const outcomeSchema = z.strictObject({
  Result: z.boolean(),
  ResultMessage: z.string(),
  seq: z.number().int(),
})

/** What a check answers (REST-2): Status false comes with the reason. */
export const checkSchema = z.strictObject({ Status: z.boolean(), message: z.string(), code: z.string() })

/** Every refusal, on every call: the seeds' fields, and a code that programs can tell apart. */
export const failureSchema = z.strictObject({
  Result: z.literal(false),
  ResultMessage: z.string(),
  message: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.unknown()),
  requestId: z.string(),
})
export type Failure = z.infer<typeof failureSchema>
