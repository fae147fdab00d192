import { z } from 'zod'

const said = { bidderCode: z.string(), text: z.string(), at: z.string() }
const reply = z.strictObject({ content: z.string(), at: z.string() }).readonly()

/** What bidders said of the opening: the rows that they dispute, and their objections in the inquiry, with the replies. */
export const statementsSchema = z.strictObject({
  /** Without a reply in records of before disputes had any, and until there is one. */
  disputes: z.array(z.strictObject({ ...said, reply: reply.optional() })).readonly(),
  objections: z.array(z.strictObject({ ...said, reply: reply.nullable() })).readonly(),
  /** Why the opener ended the confirmation early (END-20); left out where they did not, and in records of before. */
  confirmationEnded: z.string().optional(),
  /** The record has interruptions without a reason, too (HLT-8); left out where there are none. */
  unexplainedHalts: z.literal(true).optional(),
})
export type Statements = Readonly<z.output<typeof statementsSchema>>
