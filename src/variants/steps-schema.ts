import { z } from 'zod'
import type { Rules } from '#domain/session/rules.ts'
import { bidFileSuffixes } from '#domain/submission/bid-file.ts'
import { bilingual, distinct, minutes, watcherRoles } from './common-schema.ts'

/** What decides about an opening; `src/domain/session/rules.ts` says what each is for. */
export const rulesSchema = z.strictObject({
  entryLeadMinutes: z.literal([0, 30, 60]),
  minimumDecryptionMinutes: minutes,
  defaultDecryptionMinutes: z.number().int().min(0).max(1440),
  minimumBidders: z.number().int().min(0),
  refuseTooFewBidders: z.boolean(),
  personInfoRequired: z.boolean(),
  workersRequired: z.boolean(),
  personnelFromOtherSections: z.boolean(),
  commitmentLetter: z.boolean(),
  defaultConfirmationMinutes: minutes,
  autoConfirm: z.boolean(),
  defaultSigningMinutes: minutes,
  remarksRequired: z.boolean(),
  supervisorHiddenFrom: distinct(z.enum(['agency', 'tenderer'])),
}) satisfies z.ZodType<Rules>

/** What stands around the step screens. */
export const shellSchema = z.strictObject({
  /** Who may open the table of bidders' addresses and hardware serials (SHL-8). */
  bidderAddressTable: distinct(watcherRoles),
  /** Video supervision of the section, or of the place it is opened at; null: no link (SHL-10). */
  videoLink: z.enum(['section', 'venue']).nullable(),
  /** Address of the extraction system; null where there is none (SHL-10). */
  extractionUrl: z.url().nullable(),
  /** The deposit dialog (SHL-9). */
  deposits: z.boolean(),
  bidderUnitInfo: z.boolean(),
})

/** A scheme of the tool's own, which no browser does anything with by itself. */
const launcherPrefix = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*:/)
  .refine((prefix) => !/^(https?|javascript|data|blob|file|vbscript):/.test(prefix), 'a scheme of browsers')

const suffix = z.string().regex(/^\.[a-z]{2,8}$/)

/** Names of the files that are handed in (TEN-4, BID-1, BID-2). */
export const filesSchema = z.strictObject({
  tenderSuffixes: distinct(suffix).min(1),
  bidSuffixes: distinct(suffix).refine(
    (list) => Object.values(bidFileSuffixes).every(([usual]) => list.includes(usual)),
    'the suffix with which the hall itself names files of a kind is missing',
  ),
  /** What a bid file's type starts with, by industry code: GL of a road, SL of water, GT or TD of land. */
  bidTypePrefixes: z.array(z.strictObject({ industry: z.number().int(), prefix: z.string().min(1) })),
  /**
   * The tool on users' own machines (REST-8): what a file's address is prefixed with to start it, and which files are
   * its own. Null where there is none: files are downloaded.
   */
  launcher: z.strictObject({ prefix: launcherPrefix, suffixes: distinct(suffix).min(1) }).nullable(),
})

/** Steps three and four where regions differ. */
export const laterStepsSchema = z.strictObject({
  /** Statuses of a section that only some regions tell apart from 开标完. */
  extraStatuses: distinct(z.enum(['evaluating', 'evaluated', 'failed'])),
  objectionInquiry: z.strictObject({
    /** 3 or 5; 2 while developing. */
    minutes: z.literal([2, 3, 5]),
    warningMilliseconds: z.number().int().min(0),
    invitedOnly: z.boolean(),
  }),
  /** Rows of one reading of the announcement. */
  announcementPageSize: z.literal([5000, 9999]),
  /** An evaluation base price that differs from the saved one must be saved before the end. */
  basePriceMustBeSaved: z.boolean(),
  /** Bidders read "please check later" in place of the overview until the evaluation ends. */
  overviewAfterEvaluation: z.boolean(),
  /** Person info is kept for each envelope by itself (activeStageOrd 0, 1 or 2). */
  personInfoPerEnvelope: z.boolean(),
  /** Tabs of the end screen beside the usual ones; each opens a page of the region's. */
  customTabs: z.array(z.strictObject({ title: bilingual, url: z.url() })),
  signing: z.strictObject({
    /** By certificate, by scanning with a phone. */
    modes: distinct(z.enum(['certificate', 'scan'])).min(1),
    /** The links in its help. */
    guideUrl: z.url().nullable(),
    appUrl: z.url().nullable(),
  }),
  /** The reason of a failed bid has at most so many characters. */
  failureReasonLength: z.number().int().min(1).max(2000),
  /** The agency signs a failed bid with its certificate, for these project kinds. */
  failureSignedFor: z.array(z.number().int()),
  /** Whether an opening can be stopped. */
  stopAllowed: z.boolean(),
  /** 45 is written after the end in some regions; others stay at 40. */
  flowAfterEnd: z.literal([40, 45]),
  /** Bidders are asked to evaluate the tenderer. */
  tendererEvaluation: z.boolean(),
  /** Stars in place of contact phones until they are asked for. */
  maskedPhones: z.boolean(),
  depositTab: z.boolean(),
  /** The announcement's price columns by industry and category (S1 "Regional variants"); null: any; none: the tender's own. */
  priceColumns: z.array(
    z.strictObject({
      industry: z.number().int().nullable(),
      category: z.number().int().nullable(),
      keys: z.array(z.string()).min(1),
    }),
  ),
  reportTimeoutMilliseconds: z.literal([60_000, 600_000]),
})
