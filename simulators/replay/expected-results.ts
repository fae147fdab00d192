import type { Figures } from '#domain/submission/figures.ts'

/** A bid as it was submitted. */
export interface ExpectedBid {
  readonly code: string
  readonly name: string
  readonly figures: Figures
  readonly certificatePem: string
  /** The amount of the deposit, as the platform reported it. */
  readonly deposit: string
  /** Whom to ask, as the platform reported it. */
  readonly contact: { readonly touBiao_DaiBiao: string; readonly touBiao_DaiBiao_DianHua: string }
  /** What the bidder objects to in the objection inquiry; left out: nothing. */
  readonly objection?: string
}

export interface Expectation {
  readonly bids: readonly ExpectedBid[]
  /** The envelope of a double-envelope flow. */
  readonly envelope?: 1 | 2
  /** What overview and record say besides the bids; left out: nothing. */
  readonly words?: readonly string[]
  /** Column keys with their titles in the reports; `isNumber` where Excel may hold a number. */
  readonly columns: readonly { readonly key: string; readonly title: string; readonly isNumber: boolean }[]
}
