import { z } from 'zod'
import { drawKindNames, drawParameterNames } from './kinds.ts'

const decimal = z.string().regex(/^\d{1,9}(\.\d{1,4})?$/)
const rangeSchema = z.strictObject({ start: decimal, end: decimal, interval: decimal })

/** What a tender says of its evaluation as far as draws depend on it (pbMethod). */
export const evaluationSchema = z.strictObject({
  /** IsNewModel: alpha and beta are drawn, else a and g; absent where it is neither. */
  newModel: z.boolean().optional(),
  /** hylb: proposes the range of F. */
  industryCategory: z.literal([1, 2, 4]).optional(),
  /** bidBasePriceCalculationMethod: 3 needs k1 and k2, 8 the floating percentage. */
  basePriceMethod: z.number().int().min(0).max(99).optional(),
  basePriceType: z.number().int().min(0).max(99).optional(),
  /** What else has to be drawn before step 2. */
  draws: z.array(z.enum(drawKindNames)).max(drawKindNames.length).default([]),
  /** What a parameter is drawn out of, where the tender document says so. */
  ranges: z.partialRecord(z.enum(drawParameterNames), rangeSchema).optional(),
})
