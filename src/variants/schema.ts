import { z } from 'zod'
import { roles } from '#domain/actor.ts'
import type { Rules } from '#domain/rules.ts'

const bilingual = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) })
const minutes = z.number().int().min(1).max(1440)

const rulesSchema = z.strictObject({
  entryLeadMinutes: z.literal([0, 30, 60]),
  minimumDecryptionMinutes: minutes,
  defaultDecryptionMinutes: z.number().int().min(0).max(1440),
  minimumBidders: z.number().int().min(0),
  refuseTooFewBidders: z.boolean(),
  personInfoRequired: z.boolean(),
  defaultConfirmationMinutes: minutes,
  autoConfirm: z.boolean(),
  defaultSigningMinutes: minutes,
  remarksRequired: z.boolean(),
  supervisorHiddenFrom: z.array(z.enum(roles)),
}) satisfies z.ZodType<Rules>

/** A regional variant: everything in which one region's hall differs from another's, and nothing else. */
export const variantSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: bilingual,
  /** Home page footer (S1 §2). */
  footer: z.strictObject({ organiser: bilingual, support: bilingual, hotline: z.string() }),
  /** IANA zone in which times are shown. */
  timeZone: z.string().min(1),
  rules: rulesSchema,
  hall: z.strictObject({
    /** H3, S0 §2: 300000 ms. */
    refreshMilliseconds: z.number().int().min(1000),
    pageSize: z.number().int().min(1).max(512),
    /** H1: the count shows as *** until the opening time. */
    maskBidderCount: z.boolean(),
  }),
  /** S0 §9: the server clock is checked every 5 s, or every 60 s. */
  clockPollMilliseconds: z.literal([5000, 60_000]),
})
export type Variant = z.infer<typeof variantSchema>
