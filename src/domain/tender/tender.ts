import { z } from 'zod'
import { basePriceRuleProblem } from '../base-price/rule-columns.ts'
import { evaluationSchema } from '../draw/evaluation.ts'
import {
  type AskedFile,
  askedFileSchema,
  type BidFileKind,
  bidFileKinds,
  bidFilesProblem,
  type EnvelopeNumber,
  oneFile,
} from '../submission/bid-file.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const bilingual = z.strictObject({ zh: text(100), en: text(100) })

/**
 * One column of the bid form and of the opening summary table (ANN-6).
 * `money`: decimal string in `unit`, at most `decimals` places; `integer`: digits; `text`: as written.
 */
export const columnSchema = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z][A-Za-z0-9]{0,39}$/)
    .refine((key) => !(key in {}), 'a name every object has'),
  title: bilingual,
  kind: z.enum(['money', 'integer', 'text']),
  unit: z.string().max(20).default(''),
  decimals: z.number().int().min(0).max(6).default(2),
  required: z.boolean().default(true),
  /** The kind of bid file that has the figure; technical where left out. */
  file: z.enum(bidFileKinds).optional(),
  /** An item of the bill of quantities (TEN-15): the figure is its unit price. `measure`: what `quantity` counts. */
  item: z
    .strictObject({
      sheet: text(40),
      measure: z.string().trim().max(20).default(''),
      quantity: z.string().regex(/^\d{1,12}(\.\d{1,4})?$/),
    })
    .optional(),
})
export type Column = z.infer<typeof columnSchema>

/** The most columns of a bid form, and the most items of its bill of quantities. */
const mostColumns = 40
const mostItems = 300

/** What is wrong with the items among these columns (TEN-15); null when nothing is. */
export function itemsProblem(columns: readonly Column[]): string | null {
  const items = columns.filter(({ item }) => item !== undefined)
  if (columns.length - items.length > mostColumns) return `more than ${mostColumns} columns`
  if (items.length > mostItems) return `more than ${mostItems} items`
  if (items.some(({ kind }) => kind !== 'money')) return 'a unit price is money'
  // The first price is the bid's: ceiling price, marks and result refer to it.
  const isBehind = columns.find(({ kind }) => kind === 'money')?.item === undefined
  return isBehind ? null : 'items stand behind the price of the bid'
}

const labelled = z.strictObject({ title: bilingual, value: text(2000) })

/** A tender section as recorded in the log. */
export const recordedTenderSchema = z.strictObject({
  sectionCode: text(60),
  sectionName: text(300),
  projectCode: text(60),
  tenderer: text(200),
  agency: z.string().trim().max(200).default(''),
  /** Unit code of the agency that leads the opening (SES-5). */
  agencyCode: text(60),
  /** gclx: 1 construction, 2 government procurement … */
  projectKind: z.number().int().min(1).max(13),
  /** pbType: 8 pre-qualification, 16 post-qualification, other variants 0 to 13. */
  qualification: z.number().int().min(0).max(16),
  bidStyle: z.literal([0, 1, 2, 3, 4, 5, 6]),
  /** zsfs: 0 pre-qualification, 1 post-qualification; derived from pbType where left out. */
  qualificationMethod: z.literal([0, 1]).optional(),
  /** isGuDinFaBao. */
  fixedPrice: z.boolean().optional(),
  /** isInviteSuppliers: suppliers are invited; only they are asked for objections in some regions (INQ-1). */
  invitesSuppliers: z.boolean().optional(),
  /** Region_Web: administrative region, a filter of the ended list. */
  region: z.string().trim().max(50).optional(),
  industry: z.number().int().min(0).max(99),
  specialty: z.number().int().min(0).max(103),
  evaluationMethod: text(100),
  /** UTC. */
  opensAt: z.iso.datetime(),
  /** Public control price (TopPrice), in yuan or the first money column's unit; absent where there is none. */
  ceilingPrice: z
    .string()
    .regex(/^\d{1,18}(\.\d{1,6})?$/)
    .optional(),
  /** TopPriceRemark. */
  ceilingRemark: z.string().trim().max(500).optional(),
  /** IsXuYaoQingDan: bids come with a priced bill of quantities. */
  billOfQuantities: z.boolean().optional(),
  /** ChouQuCanShu: what is drawn, in words. */
  drawNote: z.string().trim().max(200).optional(),
  encrypted: z.boolean().default(true),
  /** 2: technical first, commercial after its evaluation. */
  envelopes: z.literal([1, 2]).default(1),
  /** The files asked of every bidder, each sealed separately. */
  bidFiles: z
    .array(askedFileSchema)
    .min(1)
    .max(bidFileKinds.length)
    .default(() => [...oneFile]),
  /** The platform's mode of opening (zsfangshi); `YS` opens on the decryption page at once (SHL-5). */
  openingMode: z.string().trim().max(20).default(''),
  /** The announcement opens pre-review files (SHL-7). */
  preReview: z.boolean().default(false),
  /** Form of the deposit (BzjXingShi); 10: none (SHL-9). */
  depositForm: z.number().int().min(0).max(99).default(0),
  /** Where the opening can be watched (SHL-10). */
  videoUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  /** The platform's booking of the room (KaiBiao_ChangDi_AnPai_Guid). */
  venueBooking: text(60).optional(),
  place: z.string().trim().max(200).default(''),
  columns: z
    .array(columnSchema)
    .min(1)
    .max(mostColumns + mostItems)
    .refine((list) => itemsProblem(list) === null, {
      error: ({ input }) => itemsProblem(input as Column[]) ?? '',
    })
    .refine((list) => new Set(list.map((column) => column.key)).size === list.length, 'column keys repeat'),
  /** Panels of step 1, built from the tender file (TEN-8). */
  projectInfo: z.array(labelled).max(100).default([]),
  evaluationRules: z.array(labelled).max(200).default([]),
  /** Tender files that have to be imported before step 2 (PRE-2); none where it is left out. */
  requiredTenderFiles: z.array(z.enum(['technical', 'commercial', 'control-price'])).optional(),
  /** Decides which parameters are drawn, from which candidates (DRW-19); absent where nothing is drawn. */
  evaluation: evaluationSchema.optional(),
})

/** A tender as the platform may publish it; earlier versions accepted tenders that cannot be opened. */
export const tenderSchema = recordedTenderSchema
  .refine((tender) => bidFilesProblem(tender) === null, {
    path: ['bidFiles'],
    error: ({ input }) => bidFilesProblem(input as Parameters<typeof bidFilesProblem>[0]) ?? '',
  })
  .refine((tender) => basePriceRuleProblem(tender, tender.evaluation?.basePrice) === null, {
    path: ['evaluation', 'basePrice'],
    error: ({ input }) => {
      const tender = input as z.output<typeof recordedTenderSchema>
      return basePriceRuleProblem(tender, tender.evaluation?.basePrice) ?? ''
    },
  })

export type Tender = z.infer<typeof recordedTenderSchema>
export type TenderInput = z.input<typeof tenderSchema>

/** Values for fields that tenders of earlier versions lack. */
export const earlierTenderDefaults = {
  envelopes: 1,
  bidFiles: [...oneFile],
  openingMode: '',
  preReview: false,
  depositForm: 0,
} as const satisfies Partial<Tender>

/** Whether bid files are sealed to a bidder's key inside the session's (BID-10). */
export function isEncrypted({ tender }: { readonly tender: Tender | null }): boolean {
  return tender?.encrypted !== false
}

/** Whether step 2 is shown on the decryption page from its beginning (SHL-5). */
export function opensOnDecryptionPage({ encrypted, openingMode }: Tender): boolean {
  return !encrypted || openingMode === 'YS'
}

/** Whether bidders pay a deposit (SHL-9). */
export function hasDeposit({ depositForm }: Tender): boolean {
  return depositForm !== 10
}

/** zsfs: 0 pre-qualification, 1 post-qualification; null where neither the tender nor its pbType tells. */
export function qualificationMethodOf(tender: Tender): 0 | 1 | null {
  if (tender.qualificationMethod !== undefined) return tender.qualificationMethod
  return tender.qualification === 8 ? 0 : tender.qualification === 16 ? 1 : null
}

/** The kind of bid file that has a column's figure. */
export function fileOfColumn({ file }: Column): BidFileKind {
  return file ?? 'technical'
}

/** The columns of one kind of file. */
export function columnsOfFile(tender: Tender, kind: BidFileKind): Column[] {
  return tender.columns.filter((column) => fileOfColumn(column) === kind)
}

/**
 * Whether the second envelope has files to open. Earlier tenders with two envelopes had one file all the same; their
 * second envelope keeps the only round.
 */
export function opensTwice({ bidFiles }: Pick<Tender, 'bidFiles'>): boolean {
  return bidFiles.some(({ envelope }) => envelope === 2)
}

/** The envelope that a kind of file is opened with. */
export function envelopeOf(tender: Tender | null, kind: BidFileKind): EnvelopeNumber {
  return tender?.bidFiles.find((asked) => asked.kind === kind)?.envelope ?? 1
}

/** The files opened with an envelope; all of them where the tender has one round. */
export function filesAsked(tender: Tender, envelope: EnvelopeNumber): AskedFile[] {
  const round = opensTwice(tender) ? envelope : 1
  return tender.bidFiles.filter((asked) => asked.envelope === round)
}

/** The columns announced with an envelope, without the items of the bill of quantities. */
export function columnsOfEnvelope(tender: Tender, envelope: EnvelopeNumber): Column[] {
  return figuresOfEnvelope(tender, envelope).filter(({ item }) => item === undefined)
}

/** The items of the bill of quantities that are priced in an envelope. */
export function itemsOfEnvelope(tender: Tender, envelope: EnvelopeNumber): Column[] {
  return figuresOfEnvelope(tender, envelope).filter(({ item }) => item !== undefined)
}

function figuresOfEnvelope(tender: Tender, envelope: EnvelopeNumber): Column[] {
  const kinds = filesAsked(tender, envelope).map(({ kind }) => kind)
  return tender.columns.filter((column) => kinds.includes(fileOfColumn(column)))
}
