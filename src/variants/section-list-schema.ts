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

/** The section list: filters, columns and code lists in the variant's order. */
export const sectionListSchema = z.strictObject({
  /** Null: the list is not read again by itself (LST-6). */
  refreshMilliseconds: z.number().int().min(1000).nullable(),
  pageSize: z.number().int().min(1).max(512),
  openFilters: distinct(openFilters),
  openColumns: distinct(openColumns).min(1),
  endedFilters: distinct(endedFilters),
  endedColumns: distinct(endedColumns).min(1),
  /** Days before and after today that the date filter starts with (LST-8). */
  recentDays: z.number().int().min(1).max(3650),
  /** Whether the count is shown as *** until the opening time (LST-3). */
  maskBidderCount: z.boolean(),
  /** Roles that see the number of bidders (LST-3). */
  bidderCountSeenBy: distinct(watcherRoles),
  /** Codes offered by the filters, in order; 0 and 100 mean all (LST-4). */
  industries: namedList.min(1),
  specialties: z.array(z.strictObject({ projectKind: z.number().int(), list: namedList.min(1) })),
  procurements: namedList.min(1),
  /** gclx. */
  projectKinds: namedList.min(1),
  /** pbType: 8 and 16, in some regions others from 0 to 13. */
  openingTypes: namedList.min(1),
  /**
   * Whether an opener with fewer bids than `rules.minimumBidders` reads on entering that an abandonment notice is due
   * (PRE-3).
   */
  tooFewBiddersNotice: z.boolean(),
  /** Whether the home page says to everybody what opens today (LST-15). */
  openingsOnHome: z.boolean(),
  /** The choice between all sections and new ones (LST-9). */
  newProjects: z.boolean(),
})
