import { z } from 'zod'
import { noOrigin } from '../submission/bid-state.ts'
import { eventRow } from './event-row.ts'

/* Events of the whole session. */

export const sessionEvents = {
  ParticipantEntered: eventRow({
    version: 1,
    payload: z.strictObject({ role: z.string(), bidderCode: z.string().nullable(), name: z.string() }),
    private: z.strictObject({ address: z.string() }),
    fold(draft, event) {
      const { role, bidderCode, name } = event.payload
      draft.entrants[event.actor] = { role, bidderCode }
      // Once signing is ordered, the record names the supervisor of that moment (SES-17).
      if (role === 'supervisor' && !draft.signing) draft.recordedSupervisor = name
      const bidder = bidderCode === null ? undefined : draft.bidders[bidderCode]
      if (!bidder) return
      bidder.entered = true
      bidder.enteredAt ??= event.at
      const { address } = event.private
      if (!address) return
      const { submitted, hardwareSerial } = bidder.origin ?? noOrigin
      bidder.origin = { entered: address.value, submitted, hardwareSerial }
    },
    writes: ['entrants', 'bidders'],
    seenBy: ({ payload }) => ({
      who: payload.role === 'supervisor' ? 'who sees the supervisor' : 'staff and supervisor',
      unit: payload.bidderCode,
    }),
  }),
} as const
