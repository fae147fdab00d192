import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { isRecordFixed } from '../ending/record-fixed.ts'
import { commandRow } from '../session/command-row.ts'
import { event } from '../session/event.ts'
import { flow } from '../session/flow.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import { duringOpening, opener } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import { attendanceOf, takesPartByRule } from './attendance.ts'
import { participationOf } from './base-price-state.ts'
import { calculateBasePrice } from './calculate.ts'
import { currentRule } from './current-rule.ts'
import { Exact } from './exact.ts'
import { participationReasonLength } from './reason-length.ts'
import { startsReviewGroup } from './review-group.ts'
import { currentCalculation } from './save-check.ts'

export const basePriceCommands = {
  /**
   * The opener lets a bid take part in the base price or leaves it out (BAS-2). What departs from the tender's rule
   * needs a reason; an empty one repeats the earlier reason of that direction.
   */
  SetBasePriceParticipation: commandRow({
    payload: z.strictObject({
      bidderCode: z.string().max(60),
      takesPart: z.boolean(),
      reason: z.string().trim().max(participationReasonLength),
    }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { bidderCode, takesPart, reason }) {
      const problem = basePriceClosed(state)
      if (problem) return err(problem)
      const rule = currentRule(state)
      const bidder = state.bidders[bidderCode]
      if (!rule) return reject('base-price-no-rule')
      if (!bidder) return reject('unknown-bidder')
      const { why, price, takesPart: before, reason: given } = attendanceOf(state, rule, bidder)
      if (why === 'not-opened') return reject('bid-not-opened')
      if (why === 'invalid' || why === 'no-price') return reject('base-price-bid-barred')
      const decided = participationOf(state, bidderCode)
      const earlier = (takesPart ? decided?.joinReason : decided?.leaveReason) ?? ''
      const because = reason || earlier
      if (because === '' && takesPart !== takesPartByRule(state, rule, price))
        return reject('base-price-reason-missing')
      if (takesPart === before && because === given) return ok([])
      return ok([event('BasePriceParticipationSet', { bidderCode, takesPart, reason: because })])
    },
  }),

  /** Calculates the base price by the tender's rule (BAS-4, BAS-5); calculated again without a change, nothing happens. */
  CalculateBasePrice: commandRow({
    payload: z.strictObject({}),
    roles: opener,
    statuses: duringOpening,
    decide(state) {
      const problem = basePriceClosed(state)
      if (problem) return err(problem)
      const calculated = calculateBasePrice(state)
      if (!calculated.ok) return calculated
      if (currentCalculation(state)) return ok([])
      return ok([event('BasePriceCalculated', { calculation: calculated.value })])
    },
  }),

  /** Saves the calculated base price (BAS-6); a high one starts the quotation review group (BAS-10). */
  SaveBasePrice: commandRow({
    payload: z.strictObject({ price: z.string().trim().max(200) }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { price: typed }) {
      const problem = basePriceClosed(state)
      if (problem) return err(problem)
      if (!currentRule(state)) return reject('base-price-no-rule')
      const wrong = amountProblem(typed)
      if (wrong) return reject(wrong)
      const calculation = currentCalculation(state)
      if (!calculation) return reject('base-price-not-calculated')
      const { price } = calculation
      if (!new Exact(typed).eq(price)) return reject('base-price-differs')
      if (state.basePrice?.saved?.price === price) return ok([])
      const saved = event('BasePriceSaved', { price })
      const starts = !state.basePrice?.reviewGroup && startsReviewGroup(state, price)
      return ok(starts ? [saved, event('ReviewGroupStarted', { price })] : [saved])
    },
  }),
} as const

/** What is wrong with a base price as typed (BAS-6); null when nothing is. */
function amountProblem(typed: string): 'amount-not-positive' | 'amount-decimals' | null {
  if (/^\d+(\.\d{1,2})?$/.test(typed)) return null
  return /^\d+(\.\d*)?$/.test(typed) ? 'amount-decimals' : 'amount-not-positive'
}

/** Why nothing about the base price can be changed: before the announcement, and once the record is signed. */
function basePriceClosed(state: SessionState): Rejection | null {
  if (state.flow < flow.announcementLowest) return { code: 'announce-first', params: {} }
  return isRecordFixed(state) ? { code: 'locked-by-signing', params: {} } : null
}
