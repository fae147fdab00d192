import { z } from 'zod'
import { distinct, namedList, watcherRoles } from './common-schema.ts'

const openFilters = z.enum([
  'industry',
  'openingType',
  'dates',
  'text',
  'projectKind',
  'specialty',
  'qualificationMethod',
  'procurement',
])
const openColumns = z.enum([
  'ribbon',
  'index',
  'opensAt',
  'status',
  'code',
  'name',
  'countdown',
  'bidderCount',
])
const endedFilters = z.enum(['openingType', 'dates', 'text', 'industry'])
const endedColumns = z.enum(['index', 'opensAt', 'status', 'code', 'name', 'bidderCount'])

/** The project hall (S0 §2, §9; S1 §2): filters, columns and code lists in the variant's order. */
export const hallSchema = z.strictObject({
  /** H3, S0 §2: 300000 ms; null where the list is not read again by itself. */
  refreshMilliseconds: z.number().int().min(1000).nullable(),
  pageSize: z.number().int().min(1).max(512),
  openFilters: distinct(openFilters),
  openColumns: distinct(openColumns).min(1),
  endedFilters: distinct(endedFilters),
  endedColumns: distinct(endedColumns).min(1),
  /** Days before and after today that the date filter starts with. */
  recentDays: z.number().int().min(1).max(3650),
  /** H1: the count shows as *** until the opening time. */
  maskBidderCount: z.boolean(),
  /** S0 §2, §6: user types 1 and 3, in some regions supervisors. */
  bidderCountSeenBy: distinct(watcherRoles),
  /** H1: codes offered by the filters, in order; 0 and 100 mean all (S0 §9). */
  industries: namedList.min(1),
  specialties: z.array(z.strictObject({ projectKind: z.number().int(), list: namedList.min(1) })),
  procurements: namedList.min(1),
  /** gclx (S0 §3: 1, 2, 3, 6, 7, 13, "by variant"). */
  projectKinds: namedList.min(1),
  /** pbType (S0 §3: 8 and 16, "other variants 0 to 13"). */
  openingTypes: namedList.min(1),
  /** S0 §4: openers of fewer bids than `rules.minimumBidders` read on entering that an abandonment notice is due. */
  tooFewBiddersNotice: z.boolean(),
  /** H6, S1 §2: the choice between the hall's projects and new ones. */
  newProjects: z.boolean(),
})
