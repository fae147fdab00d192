import { z } from 'zod'

/* What the hall asks the evaluation system of the trading platform, in a call signed as its results are. */

/** Whether this bidder has evaluated the tenderer of this section, and where they do. */
export const evaluationRequest = z.strictObject({ BDGuid: z.uuid(), EntprsCode: z.string() })
export type EvaluationRequest = z.infer<typeof evaluationRequest>

/** `url`: the page for this bidder; null where they have evaluated already. */
export const evaluationAnswer = z.object({
  evaluated: z.boolean(),
  url: z.url({ protocol: /^https?$/ }).nullable(),
})
export type EvaluationAnswer = z.infer<typeof evaluationAnswer>
