import { z } from 'zod'
import { drawParameterNames } from '../draw/kinds.ts'

/** Shares of bids are decimals; `percent`: 20 stands for 0.2. */
const unit = z.enum(['fraction', 'percent']).default('fraction')

/**
 * A number of a step: a drawn parameter as it is saved (DRW-8), or one that the tender document fixes. A random index
 * is none, because it belongs to a subject.
 */
const factorSchema = z.union([
  z.strictObject({ drawn: z.enum(drawParameterNames).exclude(['randomIndex']), unit }),
  z.strictObject({ fixed: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/), unit }),
])
export type Factor = z.output<typeof factorSchema>

/** A step changes the value V of the step before it; the first one changes the mean of the prices. */
const stepSchema = z.discriminatedUnion('kind', [
  /** V × by */
  z.strictObject({ kind: z.literal('multiply'), by: factorSchema }),
  /** V × (1 − by) */
  z.strictObject({ kind: z.literal('lower'), by: factorSchema }),
  /** V × (1 + by) */
  z.strictObject({ kind: z.literal('raise'), by: factorSchema }),
  /** V × weight + ceiling price × ceilingTimes × (1 − weight) */
  z.strictObject({ kind: z.literal('blend'), weight: factorSchema, ceilingTimes: factorSchema.optional() }),
])
export type RuleStep = z.output<typeof stepSchema>

/** The kinds of work whose bands of the lower rate are known (BAS-8), in percent. */
export const lowerRateBands = {
  housing: { least: '3', greatest: '6' },
  municipal: { least: '3', greatest: '8' },
} as const

/** The parts of a price that are compared with the theory cost (BAS-9), with the least share in percent. */
export const theoryCostShares = { total: '85', itemised: '85', measures: '70' } as const

const columnKey = z.string().min(1).max(40)

/** How a tender's evaluation base price is calculated (BAS-1). */
export const basePriceRuleSchema = z.strictObject({
  /** The key of the price column; left out, the first price column. */
  column: columnKey.optional(),
  /** The bids that take part by default: all valid ones, or those not above the ceiling price. */
  takesPart: z.enum(['valid', 'within-ceiling']).default('valid'),
  mean: z.enum(['arithmetic', 'median', 'lowest']).default('arithmetic'),
  /** Whether the top and bottom 20 % are left out with five or more bids (BAS-3). */
  trimmed: z.boolean().default(false),
  steps: z.array(stepSchema).max(10).default([]),
  /** Decimals of the base price. */
  decimals: z.number().int().min(0).max(2).default(2),
  /** The band in which a price should lie below the base price; null: none. */
  lowerRate: z.enum(['housing', 'municipal']).nullable().default(null),
  /** The price columns that are compared with the theory cost. */
  theoryCost: z
    .array(z.strictObject({ item: z.enum(['total', 'itemised', 'measures']), column: columnKey }))
    .max(3)
    .default([])
    .refine((list) => new Set(list.map(({ item }) => item)).size === list.length, 'items repeat'),
})
export type BasePriceRule = z.output<typeof basePriceRuleSchema>
export type TheoryCostItem = keyof typeof theoryCostShares

/** The numbers of a rule's steps. */
export function factorsOf({ steps }: BasePriceRule): Factor[] {
  return steps.flatMap((step) =>
    step.kind === 'blend' ? [step.weight, ...(step.ceilingTimes ? [step.ceilingTimes] : [])] : [step.by],
  )
}
