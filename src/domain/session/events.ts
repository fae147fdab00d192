import { z } from 'zod'
import { epochOf, isoTime } from '#lib/time.ts'
import { resumeReadingAt } from '../announcement/events.ts'
import { postponeDraw } from '../draw/events.ts'
import { noOrigin } from '../submission/bid-state.ts'
import { everybody } from './audience.ts'
import { eventRow } from './event-row.ts'
import { type LotStatus, lotStatuses } from './lot.ts'
import type { SessionState } from './state.ts'
import { type TimedWindow, windowNames } from './window.ts'

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

  /** Version 2: adds the name of the poster. */
  MessagePosted: eventRow({
    version: 2,
    payload: z.strictObject({ message: z.string(), name: z.string().optional() }),
    fold() {},
    writes: [],
    seenBy: everybody,
  }),

  /** The trading platform has set the lot status. */
  LotStatusChanged: eventRow({
    version: 1,
    payload: z.strictObject({ lot: z.enum(lotStatuses) }),
    fold(draft, { payload, at }) {
      changeLot(draft, payload.lot, at)
    },
    writes: [...windowNames, 'draws'],
    seenBy: everybody,
  }),
} as const

/** Open windows get back the time they had left when the lot was halted (SES-10). */
function changeLot(draft: SessionState, lot: LotStatus, at: string): void {
  const { haltedAt } = draft
  draft.lot = lot
  if (lot === 'failed') draft.status = 'failed'
  draft.haltedAt = lot === 'open' ? null : (haltedAt ?? at)
  if (lot !== 'open' || haltedAt === null) return
  draft.halts = [...draft.halts, { from: haltedAt, to: at }]
  const halted = epochOf(at) - epochOf(haltedAt)
  for (const name of windowNames) {
    const window: TimedWindow | null = draft[name]
    if (!window?.deadline || window.closed || !(window.deadline > haltedAt)) continue
    const deadline = epochOf(window.deadline) + halted
    if (Number.isFinite(deadline)) window.deadline = isoTime(deadline)
  }
  postponeDraw(draft, haltedAt, halted)
  resumeReadingAt(draft, at)
}
