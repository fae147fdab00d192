import { z } from 'zod'
import { everybody } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import type { SessionState } from '../session/state.ts'
import { type BasePriceState, noBasePrice, type Participation } from './base-price-state.ts'
import { calculationSchema } from './working.ts'

/* All of it is public: it follows from announced figures, drawn parameters and the tender's rule. */

export const basePriceEvents = {
  /** The opener decided whether a bid takes part; an empty reason keeps the earlier one of that direction. */
  BasePriceParticipationSet: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode: z.string(), takesPart: z.boolean(), reason: z.string() }),
    fold(draft, { payload }) {
      const now = draft.basePrice ?? noBasePrice
      const others = now.participations.filter(({ bidderCode }) => bidderCode !== payload.bidderCode)
      const before = now.participations.find(({ bidderCode }) => bidderCode === payload.bidderCode)
      change(draft, { participations: [...others, decided(before, payload)] })
    },
    writes: [],
    seenBy: everybody,
  }),

  BasePriceCalculated: eventRow({
    version: 1,
    payload: z.strictObject({ calculation: calculationSchema }),
    fold(draft, { payload, at }) {
      change(draft, { calculated: { ...payload.calculation, at } })
    },
    writes: [],
    seenBy: everybody,
  }),

  BasePriceSaved: eventRow({
    version: 1,
    payload: z.strictObject({ price: z.string() }),
    fold(draft, { payload: { price }, at }) {
      change(draft, { saved: { price, at } })
    },
    writes: [],
    seenBy: everybody,
  }),

  /** The saved price is so high that the quotation review group meets (BAS-10). */
  ReviewGroupStarted: eventRow({
    version: 1,
    payload: z.strictObject({ price: z.string() }),
    fold(draft, { payload: { price }, at }) {
      change(draft, { reviewGroup: { price, at } })
    },
    writes: [],
    seenBy: everybody,
  }),
} as const

/** Replaces fields of the base price. */
function change(draft: SessionState, changes: Partial<BasePriceState>): void {
  draft.basePrice = { ...(draft.basePrice ?? noBasePrice), ...changes }
}

function decided(
  before: Participation | undefined,
  {
    bidderCode,
    takesPart,
    reason,
  }: Pick<Participation, 'bidderCode' | 'takesPart'> & { readonly reason: string },
): Participation {
  const { joinReason = '', leaveReason = '' } = before ?? {}
  return takesPart
    ? { bidderCode, takesPart, joinReason: reason || joinReason, leaveReason }
    : { bidderCode, takesPart, joinReason, leaveReason: reason || leaveReason }
}
