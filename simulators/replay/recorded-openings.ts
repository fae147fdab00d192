import { readFileSync } from 'node:fs'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { Figures } from '#domain/submission/figures.ts'
import type { TenderInput } from '#domain/tender/tender.ts'

const openingSchema = z.strictObject({
  contract: z.string().min(1),
  project: z.string().min(1),
  country: z.string().nullable(),
  procurementMethod: z.string().nullable(),
  currency: z.string().min(1),
  bids: z
    .array(
      z.strictObject({
        bidder: z.string().min(1),
        country: z.string().nullable(),
        openingPrice: z.string().regex(/^\d+(\.\d+)?$/),
        outcome: z.string(),
      }),
    )
    .min(1),
})
/** A real opening; prices are decimal strings, as they were read out. */
export type SourceOpening = z.infer<typeof openingSchema>
export type SourceBid = SourceOpening['bids'][number]

/** The openings that the repository ships. */
export const usualFile = 'test/fixtures/world-bank-openings.jsonl'

/** Reads openings, one JSON object a line. An invalid line throws an error with its number. */
export function readOpenings(file: string, limit = Number.POSITIVE_INFINITY): SourceOpening[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.slice(0, limit).map((line, index) => {
    const parsed = openingSchema.safeParse(JSON.parse(line))
    if (!parsed.success) throw new Error(`${file}, line ${index + 1}: ${parsed.error.issues[0]?.message}`)
    return parsed.data
  })
}

/** The opening with the fewest bids, at least the three that the rules require. */
export function smallestOpening(file = usualFile): SourceOpening {
  const [smallest] = readOpenings(file)
    .filter(({ bids }) => bids.length >= 3)
    .sort((one, other) => one.bids.length - other.bids.length)
  if (!smallest) throw new Error(`${file} has no opening with three bids`)
  return smallest
}

interface PublishedAs {
  readonly sectionCode: string
  readonly agencyCode: string
  readonly opensAt: string
  /** 2: the price is in a second envelope. */
  readonly envelopes?: 1 | 2
  /** With a bill of quantities beside the price. */
  readonly items?: boolean
}

/** The tender in which an opening is replayed; its columns are the price and the bidder's country. */
export function tenderOf(
  opening: SourceOpening,
  { sectionCode, agencyCode, opensAt, envelopes = 1, items = false }: PublishedAs,
): TenderInput {
  const priced = envelopes === 2 ? ({ file: 'commercial' } as const) : {}
  const places = opening.bids.map(({ openingPrice }) => openingPrice.split('.')[1]?.length ?? 0)
  return {
    sectionCode,
    sectionName: `${opening.project} ${opening.contract}`,
    projectCode: opening.project,
    tenderer: opening.country ?? 'World Bank borrower',
    agencyCode,
    projectKind: 1,
    qualification: 16,
    bidStyle: 1,
    industry: 0,
    specialty: 0,
    evaluationMethod: opening.procurementMethod ?? 'International competitive bidding',
    opensAt,
    ...(envelopes === 2 && {
      envelopes,
      bidFiles: [{ kind: 'technical' }, { kind: 'commercial', envelope: 2 }],
    }),
    // So that every region asks the bidders for objections.
    invitesSuppliers: true,
    evaluation: { basePrice: recordedRule },
    columns: [
      {
        key: 'price',
        title: { zh: '投标报价', en: 'Bid price' },
        kind: 'money',
        unit: opening.currency,
        decimals: Math.max(1, ...places),
        ...priced,
      },
      { key: 'country', title: { zh: '国家', en: 'Country' }, kind: 'text', required: false },
      ...(items ? pricedItems.map((item) => ({ ...item, ...priced })) : []),
    ],
  }
}

/** The recorded openings say nothing of a bill of quantities; these two sheets are priced from their prices. */
export const pricedItems = [
  {
    key: 'earthworks',
    title: { zh: '土方开挖', en: 'Earthworks' },
    kind: 'money',
    decimals: 6,
    item: { sheet: '土建工程', measure: 'm³', quantity: '12.5' },
  },
  {
    key: 'pipes',
    title: { zh: '给水管道', en: 'Water pipes' },
    kind: 'money',
    decimals: 6,
    item: { sheet: '安装工程', measure: 'm', quantity: '3' },
  },
] satisfies TenderInput['columns']

/** The unit prices of a bid: its price, and a tenth of it. */
export function unitPricesOf({
  openingPrice,
}: SourceBid): Record<(typeof pricedItems)[number]['key'], string> {
  return { earthworks: openingPrice, pipes: new Decimal(openingPrice).div(10).toFixed(2) }
}

/** The recorded openings say nothing of a base price; this rule calculates one from all of their prices. */
const recordedRule: NonNullable<TenderInput['evaluation']>['basePrice'] = {
  trimmed: true,
  steps: [{ kind: 'lower', by: { fixed: '3', unit: 'percent' } }],
  lowerRate: 'municipal',
  theoryCost: [{ item: 'total', column: 'price' }],
}

export function figuresOf(bid: SourceBid): Figures {
  return { price: bid.openingPrice, ...(bid.country === null ? {} : { country: bid.country }) }
}
