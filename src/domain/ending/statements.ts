import { z } from 'zod'
import { inquiryObjections } from '../inquiry/inquiry.ts'
import type { SessionState } from '../session/state.ts'
import { participants } from '../submission/bids.ts'

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
})
export type Statements = Readonly<z.output<typeof statementsSchema>>

/** The bidders who dispute their announced row (ANN-13), in the order of their enrolment, as far as the viewer may see it. */
export function disputesOf(state: SessionState): Statements['disputes'] {
  return participants(state).flatMap(({ code, rowCheck }) =>
    rowCheck?.answer === 'disputed' ? [{ bidderCode: code, text: rowCheck.text, at: rowCheck.at }] : [],
  )
}

/**
 * What the record has of the bidders' statements (END-28): once signing is ordered what the log fixed with the command,
 * which everybody sees, as everybody computes the record's hash. Null for a record of before it had statements.
 */
export function statementsOf(state: SessionState): Statements | null {
  if (state.signing) return state.signing.statements
  const objections = inquiryObjections(state).map(({ bidder, answer: { text, at, reply } }) => ({
    ...{ bidderCode: bidder.code, text, at },
    reply,
  }))
  return { disputes: disputesOf(state), objections }
}
