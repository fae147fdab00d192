import type { Calculation } from './working.ts'

/** The opener's decision whether a bid takes part; the reasons of both directions are kept. */
export interface Participation {
  readonly bidderCode: string
  readonly takesPart: boolean
  /** Why it takes part (calBaseTotalPriceReason), and why it does not (notCalBaseTotalPriceReason). */
  readonly joinReason: string
  readonly leaveReason: string
}

/** The base price of one envelope's round. */
export interface BasePriceState {
  readonly participations: readonly Participation[]
  readonly calculated: (Calculation & { readonly at: string }) | null
  readonly saved: { readonly price: string; readonly at: string } | null
  /** The quotation review group (BAS-10). */
  readonly reviewGroup: { readonly price: string; readonly at: string } | null
}

/** Before anything was decided about the base price. */
export const noBasePrice: BasePriceState = {
  participations: [],
  calculated: null,
  saved: null,
  reviewGroup: null,
}

/** The opener's decision about a bid; null where there is none. */
export function participationOf(
  { basePrice }: { readonly basePrice: BasePriceState | null },
  bidderCode: string,
): Participation | null {
  return basePrice?.participations.find((decided) => decided.bidderCode === bidderCode) ?? null
}
