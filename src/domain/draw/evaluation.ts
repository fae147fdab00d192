import { z } from 'zod'
import { basePriceRuleSchema } from '../base-price/rule.ts'
import { drawKindNames, drawParameterNames } from './kinds.ts'

const decimal = z.string().regex(/^\d{1,9}(\.\d{1,4})?$/)
const rangeSchema = z.strictObject({ start: decimal, end: decimal, interval: decimal })

/** A tender's evaluation (pbMethod): what is drawn for it and how its base price is calculated. */
export const evaluationSchema = z.strictObject({
  /** IsNewModel: true: α and β are drawn; false: a and g; absent: neither. */
  newModel: z.boolean().optional(),
  /** hylb: proposes the range of F. */
  industryCategory: z.literal([1, 2, 4]).optional(),
  /** bidBasePriceCalculationMethod: 3 needs k1 and k2, 8 the floating percentage. */
  basePriceMethod: z.number().int().min(0).max(99).optional(),
  basePriceType: z.number().int().min(0).max(99).optional(),
  /** IsTanPan: the price is negotiated. */
  negotiated: z.boolean().optional(),
  /** priceType: the form of the price, as the platform numbers it. */
  priceType: z.number().int().min(0).max(99).optional(),
  /** How the evaluation base price is calculated (BAS-1); absent where the opening calculates none. */
  basePrice: basePriceRuleSchema.optional(),
  /** Further kinds that have to be drawn before step 2. */
  draws: z.array(z.enum(drawKindNames)).max(drawKindNames.length).default([]),
  /** The ranges that the tender document names, by parameter. */
  ranges: z.partialRecord(z.enum(drawParameterNames), rangeSchema).optional(),
})
