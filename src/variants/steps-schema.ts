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

/** What stands around the step screens (S0 §2 header, S1 §7). */
export const shellSchema = z.strictObject({
  /** S5: who may open the table of bidders' addresses and hardware serials (S0 §2). */
  bidderAddressTable: distinct(watcherRoles),
  /** S9: video supervision of the section, or of the place it is opened at (S1 §7 "_YB"); null: no link. */
  videoLink: z.enum(['section', 'venue']).nullable(),
  /** Address of the extraction system; null where there is none. */
  extractionUrl: z.url().nullable(),
  /** The deposit dialog. */
  deposits: z.boolean(),
  bidderUnitInfo: z.boolean(),
})

/** A scheme of the tool's own, which no browser does anything with by itself. */
const launcherPrefix = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*:/)
  .refine((prefix) => !/^(https?|javascript|data|blob|file|vbscript):/.test(prefix), 'a scheme of browsers')

const suffix = z.string().regex(/^\.[a-z]{2,8}$/)

/** Names of the files that are handed in (S0 §5, S1 §3: "lists per variant", "prefixes by industry"). */
export const filesSchema = z.strictObject({
  tenderSuffixes: distinct(suffix).min(1),
  bidSuffixes: distinct(suffix).refine(
    (list) => Object.values(bidFileSuffixes).every(([usual]) => list.includes(usual)),
    'the suffix with which the hall itself names files of a kind is missing',
  ),
  /** What a bid file's type starts with, by industry code: GL of a road, SL of water, GT or TD of land. */
  bidTypePrefixes: z.array(z.strictObject({ industry: z.number().int(), prefix: z.string().min(1) })),
  /**
   * The tool on users' own machines (S0 §7 "helper-tool launcher link", S1 §7 "starter-protocol prefix"): what a file's
   * address is prefixed with to start it, and which files are its own. Null where there is none: files are downloaded.
   */
  launcher: z.strictObject({ prefix: launcherPrefix, suffixes: distinct(suffix).min(1) }).nullable(),
})

/** Steps three and four where regions differ (S0 §4, S1 §2 to §5). */
export const laterStepsSchema = z.strictObject({
  /** S0 §4: statuses of a section that only some regions tell apart from 开标完. */
  extraStatuses: distinct(z.enum(['evaluating', 'evaluated', 'failed'])),
  objectionInquiry: z.strictObject({
    /** 3 or 5; 2 while developing (S0 §4). */
    minutes: z.literal([2, 3, 5]),
    warningMilliseconds: z.number().int().min(0),
    invitedOnly: z.boolean(),
  }),
  /** S0 §9: rows of one reading of the announcement. */
  announcementPageSize: z.literal([5000, 9999]),
  /** S0 §4: an evaluation base price that differs from the saved one must be saved before the end. */
  basePriceMustBeSaved: z.boolean(),
  /** S1 §2: bidders read "please check later" in place of the overview until the evaluation ends. */
  overviewAfterEvaluation: z.boolean(),
  /** S1 §7: person info is kept for each envelope by itself (activeStageOrd 0, 1 or 2). */
  personInfoPerEnvelope: z.boolean(),
  /** S1 §2: tabs of the end screen beside the seeds' own; each opens a page of the region's. */
  customTabs: z.array(z.strictObject({ title: bilingual, url: z.url() })),
  signing: z.strictObject({
    /** S1 §2 "Electronic signature": by certificate, by scanning with a phone. */
    modes: distinct(z.enum(['certificate', 'scan'])).min(1),
    /** The links in its help. */
    guideUrl: z.url().nullable(),
    appUrl: z.url().nullable(),
  }),
  /** S1 §5: at most so many characters give the reason of a failed bid. */
  failureReasonLength: z.number().int().min(1).max(2000),
  /** S1 §5: the agency signs a failed bid with its certificate, for these project kinds. */
  failureSignedFor: z.array(z.number().int()),
  /** S1 §6 "stopping the opening is disabled in one variant". */
  stopAllowed: z.boolean(),
  /** S1 §4: 45 is written after the end in one reading of the flow, others stay at 40. */
  flowAfterEnd: z.literal([40, 45]),
  /** S1 §2: bidders are asked to evaluate the tenderer. */
  tendererEvaluation: z.boolean(),
  /** S1 §2: stars in place of contact phones until they are asked for. */
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
