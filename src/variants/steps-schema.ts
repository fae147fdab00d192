import { z } from 'zod'
import { publicKinds } from '#domain/documents/document.ts'
import { signingWays } from '#domain/ending/signer.ts'
import { messageSenders } from '#domain/messages/message.ts'
import { objectionsUntil } from '#domain/objections/closed.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import { bidFileSuffixes } from '#domain/submission/bid-file.ts'
import { bilingual, distinct, minutes, watcherRoles } from './common-schema.ts'

/** The rules of an opening; `src/domain/session/variant-rules.ts` describes them. */
export const rulesSchema = z.strictObject({
  entryLeadMinutes: z.literal([0, 30, 60]),
  minimumDecryptionMinutes: minutes,
  defaultDecryptionMinutes: z.number().int().min(0).max(1440),
  minimumBidders: z.number().int().min(0),
  refuseTooFewBidders: z.boolean(),
  personInfoRequired: z.boolean(),
  workersRequired: z.boolean(),
  personnelFromOtherSections: z.boolean(),
  contacts: z.strictObject({
    mobilePrefixes: distinct(z.string().regex(/^1[3-9]$/)).min(1),
    serviceNumbers: z.boolean(),
  }),
  objectionsUntil: z.enum(objectionsUntil),
  messagesFrom: distinct(z.enum(messageSenders)),
  commitmentLetter: z.boolean(),
  defaultConfirmationMinutes: minutes,
  autoConfirm: z.boolean(),
  defaultSigningMinutes: minutes,
  remarksRequired: z.boolean(),
  announcementRows: z.literal(['at-once', 'as-read']),
  supervisorHiddenFrom: distinct(z.enum(['agency', 'tenderer'])),
}) satisfies z.ZodType<Omit<Rules, keyof LaterRules>>

/** The rules of an opening that a variant keeps with the later steps. */
type LaterRules = Pick<
  Rules,
  | 'basePriceMustBeSaved'
  | 'personInfoPerEnvelope'
  | 'flowAfterEnd'
  | 'objectionInquiry'
  | 'stopAllowed'
  | 'failureReasonLength'
  | 'failureSignedFor'
  | 'signingWays'
>

/** The header of the step screens. */
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

/** A URL scheme of the tool; not one that browsers handle. */
const launcherPrefix = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*:/)
  .refine((prefix) => !/^(https?|javascript|data|blob|file|vbscript):/.test(prefix), 'a scheme of browsers')

const suffix = z.string().regex(/^\.[a-z]{2,8}$/)

/** Suffixes of submitted files (TEN-4, BID-1, BID-2). */
export const filesSchema = z.strictObject({
  tenderSuffixes: distinct(suffix).min(1),
  bidSuffixes: distinct(suffix).refine(
    (list) => Object.values(bidFileSuffixes).every(([usual]) => list.includes(usual)),
    'the suffix with which the hall itself names files of a kind is missing',
  ),
  /** Prefix of a bid file's type by industry code: GL for roads, SL for water, GT or TD for land. */
  bidTypePrefixes: z.array(z.strictObject({ industry: z.number().int(), prefix: z.string().min(1) })),
  /**
   * The tool on the users' machines (REST-8): the prefix of a file's address that starts it, and the files it opens.
   * Null: files are downloaded.
   */
  launcher: z.strictObject({ prefix: launcherPrefix, suffixes: distinct(suffix).min(1) }).nullable(),
})

/** Steps three and four where regions differ. */
export const laterStepsSchema = z.strictObject({
  /** Statuses that only some regions distinguish from 开标完. */
  extraStatuses: distinct(z.enum(['evaluating', 'evaluated', 'failed'])),
  objectionInquiry: z.strictObject({
    /** 3 or 5; 2 while developing. */
    minutes: z.literal([2, 3, 5]),
    /** The first warning, in whole minutes, which are shown and spoken; 0: no warning at all (INQ-10). */
    warningMilliseconds: z.number().int().min(0).multipleOf(60_000),
    /** Only in tenders with isInviteSuppliers (INQ-1). */
    invitedOnly: z.boolean(),
  }),
  /** Rows on one page of the announcement. */
  announcementPageSize: z.literal([5000, 9999]),
  /** Whether a changed evaluation base price must be saved before the end. */
  basePriceMustBeSaved: z.boolean(),
  /** Whether bidders read "please check later" instead of the overview until the evaluation ends. */
  overviewAfterEvaluation: z.boolean(),
  /** Whether person info is kept for each envelope separately (activeStageOrd 0, 1 or 2). */
  personInfoPerEnvelope: z.boolean(),
  /** Additional tabs of the end screen; each opens a page of the region. */
  customTabs: z.array(z.strictObject({ title: bilingual, url: z.url() })),
  signing: z.strictObject({
    /** Signing by certificate or by scanning with a phone. */
    modes: distinct(z.enum(signingWays)).min(1),
    /** The links in its help. */
    guideUrl: z.url().nullable(),
    appUrl: z.url().nullable(),
  }),
  /** The greatest length of the reason of a failed bid. */
  failureReasonLength: z.number().int().min(1).max(2000),
  /** Project kinds for which the agency signs a failed bid with its certificate. */
  failureSignedFor: z.array(z.number().int()),
  /** Whether an opening can be stopped. */
  stopAllowed: z.boolean(),
  /** Flow status after the end: 45, or 40 in some regions. */
  flowAfterEnd: z.literal([40, 45]),
  /** Whether bidders are asked to evaluate the tenderer. */
  tendererEvaluation: z.boolean(),
  /** Whether contact phones are masked until asked for. */
  maskedPhones: z.boolean(),
  depositTab: z.boolean(),
  /** The documents that a bidder may download (REP-7). */
  bidderDocuments: distinct(z.enum(publicKinds)),
  /** The announcement's price columns by industry and category; null: any; an empty list: the tender's own. */
  priceColumns: z.array(
    z.strictObject({
      industry: z.number().int().nullable(),
      category: z.number().int().nullable(),
      keys: z.array(z.string()).min(1),
    }),
  ),
  reportTimeoutMilliseconds: z.literal([60_000, 600_000]),
})
