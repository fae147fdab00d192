import { hasDeposit, type Tender } from '#domain/tender/tender.ts'
import type { Variant } from '#variants/schema.ts'

/** The tabs that the hall itself has, in order. */
const ownTabs = [
  'result',
  'overview',
  'sheets',
  'signIn',
  'signing',
  'persons',
  'deposits',
  'objections',
  'certificates',
  'problems',
  'reports',
] as const
export type OwnTab = (typeof ownTabs)[number]

/** A tab of the region, by its place in `customTabs`. */
export type EndingTab = OwnTab | `page${number}`

export function isOwnTab(tab: EndingTab): tab is OwnTab {
  return !tab.startsWith('page')
}

/** The region's page of a tab; undefined for the hall's own tabs. */
export function pageOf(tab: EndingTab, pages: Variant['laterSteps']['customTabs']) {
  return isOwnTab(tab) ? undefined : pages[Number(tab.slice('page'.length)) - 1]
}

/** The tabs of the end screen for a section in this region (TAB-1); the result once the opening has ended. */
export function endingTabs(
  later: Pick<Variant['laterSteps'], 'depositTab' | 'customTabs'>,
  tender: Tender | null,
  hasEnded: boolean,
): EndingTab[] {
  // pbType 8 is a pre-qualification, which asks for no deposit.
  const deposits = later.depositTab && tender !== null && hasDeposit(tender) && tender.qualification !== 8
  const isShown: Partial<Record<OwnTab, boolean>> = {
    result: hasEnded,
    sheets: tender?.columns.some(({ item }) => item !== undefined) ?? false,
    deposits,
  }
  const own = ownTabs.filter((tab) => isShown[tab] ?? true)
  return [...own, ...later.customTabs.map((_, i) => `page${i + 1}` as const)]
}
