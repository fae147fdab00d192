import { z } from 'zod'
import { type Audience, everybody, ownBidderToo } from '../session/audience.ts'
import { eventRow, type FoldedEvent } from '../session/event-row.ts'
import type { SessionState } from '../session/state.ts'
import type { Message } from './message.ts'

/** `bidderCode`: whose conversation with the opener it belongs to; null: the supervisors'. */
const written = { message: z.string(), name: z.string(), bidderCode: z.string().nullable() }
type Written = z.output<z.ZodObject<typeof written>>

export const messageEvents = {
  /** The opener's message to everybody. Version 2: adds the name of the poster. */
  MessagePosted: eventRow({
    version: 2,
    payload: z.strictObject({ message: z.string(), name: z.string().optional() }),
    fold() {},
    writes: [],
    seenBy: everybody,
  }),

  /** A bidder or a supervisor has written to the opener. */
  MessageSent: eventRow({
    version: 1,
    payload: z.strictObject(written),
    fold(draft, event) {
      keep(draft, event, event.payload.bidderCode === null ? 'supervisor' : 'bidder')
    },
    writes: ['messages'],
    seenBy: partners,
  }),

  /** The opener has answered one of them. */
  MessageAnswered: eventRow({
    version: 1,
    payload: z.strictObject(written),
    fold(draft, event) {
      keep(draft, event, 'opener')
    },
    writes: ['messages'],
    seenBy: partners,
  }),
} as const

function keep(
  draft: SessionState,
  { seq, at, actor, payload }: FoldedEvent<Written, unknown>,
  from: Message['from'],
): void {
  const { name, message: text, bidderCode } = payload
  draft.messages.push({ seq, at, actor, from, name, text, bidderCode })
}

/** Rivals must not learn who takes part, and nobody else of a supervisor who is kept from them (PST-4). */
function partners({ payload }: { readonly payload: Readonly<Written> }): Audience {
  if (payload.bidderCode !== null) return ownBidderToo({ payload })
  return { who: 'staff who see the supervisor', unit: null }
}
