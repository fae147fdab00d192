import { z } from 'zod'
import { drawParameterNames } from '../draw/kinds.ts'

/** Why a bid takes part in the base price or not (BAS-2). */
const attendanceCauses = ['rule', 'opener', 'invalid', 'not-opened', 'no-price', 'above-ceiling'] as const

/** Whether a bid takes part; `reason`: the opener's own. */
const attendanceShape = {
  bidderCode: z.string(),
  /** As announced; null where the bid has none. */
  price: z.string().nullable(),
  takesPart: z.boolean(),
  why: z.enum(attendanceCauses),
  reason: z.string(),
}
const attendanceSchema = z.strictObject(attendanceShape).readonly()
export type Attendance = z.output<typeof attendanceSchema>

/** A number in a step of the working. `name`: its role; `parameter`: the drawn one that it is. */
const operandSchema = z
  .strictObject({
    name: z.enum(['price', 'sum', 'count', 'value', 'factor', 'weight', 'ceiling', 'ceiling-factor']),
    value: z.string(),
    unit: z.enum(['fraction', 'percent']).nullable(),
    parameter: z.enum(drawParameterNames).nullable(),
  })
  .readonly()
export type Operand = z.output<typeof operandSchema>

/** A step of the working: label, operands, result. */
const workingStepSchema = z
  .strictObject({
    label: z.enum(['sum', 'mean', 'median', 'lowest', 'multiply', 'lower', 'raise', 'blend', 'round']),
    operands: z.array(operandSchema).readonly(),
    result: z.string(),
  })
  .readonly()
export type WorkingStep = z.output<typeof workingStepSchema>

/** What the comparison of a bid with the base price and the theory cost says (BAS-8, BAS-9). */
const bidCheckSchema = z
  .strictObject({
    bidderCode: z.string(),
    /** How far the price lies below the base price, in percent; negative above it. */
    lowerRate: z.string().nullable(),
    /** The price's place in the band of the lower rate. */
    band: z.enum(['above', 'within', 'below']).nullable(),
    theory: z
      .array(
        z
          .strictObject({
            item: z.enum(['total', 'itemised', 'measures']),
            /** Of the mean of the counted bids, in percent; null where the bid has no such figure. */
            share: z.string().nullable(),
            least: z.string(),
            isBelow: z.boolean(),
          })
          .readonly(),
      )
      .readonly(),
  })
  .readonly()
export type BidCheck = z.output<typeof bidCheckSchema>

/** A calculated base price with its whole working, so that anybody can recompute it (BAS-4). */
export const calculationSchema = z
  .strictObject({
    /** Key and unit of the price column. */
    column: z.string(),
    unit: z.string(),
    bids: z
      .array(
        z
          .strictObject({
            ...attendanceShape,
            /** `top`, `bottom`: left out as one of the highest or lowest 20 %; null: takes no part. */
            place: z.enum(['counted', 'top', 'bottom']).nullable(),
          })
          .readonly(),
      )
      .readonly(),
    steps: z.array(workingStepSchema).readonly(),
    price: z.string(),
    checks: z.array(bidCheckSchema).readonly(),
  })
  .readonly()
export type Calculation = z.output<typeof calculationSchema>
