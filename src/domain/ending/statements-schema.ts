import { z } from 'zod'

const said = { bidderCode: z.string(), text: z.string(), at: z.string() }

/** What bidders said of the opening: the rows that they dispute, and their objections in the inquiry with the replies. */
export const statementsSchema = z.strictObject({
  disputes: z.array(z.strictObject(said)).readonly(),
  objections: z
    .array(
      z.strictObject({
        ...said,
        reply: z.strictObject({ content: z.string(), at: z.string() }).readonly().nullable(),
      }),
    )
    .readonly(),
  /** The record has interruptions without a reason, too (HLT-8); left out where there are none. */
  unexplainedHalts: z.literal(true).optional(),
})
export type Statements = Readonly<z.output<typeof statementsSchema>>
