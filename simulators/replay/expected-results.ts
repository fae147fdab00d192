import type { Figures } from '#domain/submission/figures.ts'
import type { IssuedCertificate } from '../certificates/test-authority.ts'
import type { Account } from '../client/session-client.ts'
import type { contactOf } from '../fixtures/personal-data.ts'
import { figuresOf, type SourceBid, unitPricesOf } from './recorded-openings.ts'

/** A bid as it was submitted. */
export interface ExpectedBid {
  readonly code: string
  readonly name: string
  readonly figures: Figures
  /** The unit prices of the bill of quantities; left out in an envelope without it. */
  readonly unitPrices?: Figures
  readonly certificatePem: string
  /** The amount of the deposit, as the platform reported it. */
  readonly deposit: string
  /** Whom to ask, as the platform reported it. */
  readonly contact: { readonly touBiao_DaiBiao: string; readonly touBiao_DaiBiao_DianHua: string }
  /** What the bidder objects to in the objection inquiry; left out: nothing. */
  readonly objection?: string
  /** What the bidder disputes of their announced row; left out: nothing. */
  readonly dispute?: string
}

export interface Expectation {
  readonly bids: readonly ExpectedBid[]
  /** The envelope of a double-envelope flow. */
  readonly envelope?: 1 | 2
  /** The leader has a certificate that the server trusts, and signs the record, too. */
  readonly openerSigns?: boolean
  /** What overview and record say besides the bids; left out: nothing. */
  readonly words?: readonly string[]
  /** Column keys with their titles in the reports; `isNumber` where Excel may hold a number. */
  readonly columns: readonly { readonly key: string; readonly title: string; readonly isNumber: boolean }[]
}

/** One bid of an opening with its company's account and certificate. */
export interface Bid {
  readonly account: Account
  readonly source: SourceBid
  readonly certificate: IssuedCertificate
  readonly contact: ReturnType<typeof contactOf>
}

/** The expected results; in a double-envelope flow one for each envelope, with its own figures. */
export function envelopesOf(bids: readonly Bid[], envelopes: 1 | 2): Expectation[] {
  const price = { key: 'price', title: '投标报价', isNumber: true }
  const country = { key: 'country', title: '国家', isNumber: false }
  if (envelopes === 1) return [expectationOf(bids, [price, country])]
  return [
    { ...expectationOf(bids, [country]), envelope: 1 },
    { ...expectationOf(bids, [price]), envelope: 2 },
  ]
}

/** Every third bidder objects to the opening when the bidders are asked. */
export function objectionOf(position: number): { objection?: string } {
  return position % 3 === 0 ? { objection: `对第 ${position + 1} 家的唱标顺序有异议。` } : {}
}

/** Every fifth bidder disputes their announced row. */
export function disputeOf(position: number): { dispute?: string } {
  return position % 5 === 1 ? { dispute: `第 ${position + 1} 家的唱标金额与投标函不一致。` } : {}
}

/** Yuan: each bidder's deposit is another. */
export function depositOf(position: number): string {
  return `${500_000 + 1111 * (position + 1)}.50`
}

function expectationOf(bids: readonly Bid[], columns: Expectation['columns']): Expectation {
  const keys = columns.map(({ key }) => key)
  return {
    bids: bids.map(({ source, account, certificate, contact }, position) => ({
      code: account.unitCode,
      name: source.bidder,
      figures: Object.fromEntries(Object.entries(figuresOf(source)).filter(([key]) => keys.includes(key))),
      ...(keys.includes('price') && { unitPrices: unitPricesOf(source) }),
      certificatePem: certificate.certificatePem,
      deposit: depositOf(position),
      contact,
      ...objectionOf(position),
      ...disputeOf(position),
    })),
    columns,
  }
}
