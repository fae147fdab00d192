import { type BidStyle, hasAnnouncement } from '../session/flow.ts'
import type { BasePriceRule } from './rule.ts'

/* The part of a tender that its rule depends on; written out, because the tender's schema is checked with it. */

interface RuleColumn {
  readonly key: string
  readonly kind: 'money' | 'integer' | 'text'
  readonly unit: string
  readonly file?: string | undefined
}

interface RuleTender {
  readonly bidStyle: BidStyle
  readonly columns: readonly RuleColumn[]
  readonly bidFiles: readonly { readonly kind: string; readonly envelope: 1 | 2 }[]
}

/** The price column that a rule compares; null where the tender has none of that key. */
export function priceColumn(
  { columns }: Pick<RuleTender, 'columns'>,
  { column }: Pick<BasePriceRule, 'column'>,
): RuleColumn | null {
  const prices = columns.filter(({ kind }) => kind === 'money')
  return (column === undefined ? prices[0] : prices.find(({ key }) => key === column)) ?? null
}

/** What a rule names that the tender does not have (BAS-1); null when nothing is wrong. */
export function basePriceRuleProblem(
  tender: RuleTender,
  rule: BasePriceRule | null | undefined,
): string | null {
  if (!rule) return null
  if (!hasAnnouncement(tender.bidStyle)) return 'a base price needs an announcement'
  const column = priceColumn(tender, rule)
  if (!column) return 'the base price has no price column'
  const strange = rule.theoryCost.find((check) => {
    const other = priceColumn(tender, check)
    return !other || announcedWith(tender, other) !== announcedWith(tender, column)
  })
  return strange ? `no price column announced with the base price: ${strange.column}` : null
}

/** The envelope that a column is announced with; without files of a second envelope all are in the first. */
export function announcedWith(
  { bidFiles }: Pick<RuleTender, 'bidFiles'>,
  { file = 'technical' }: Pick<RuleColumn, 'file'>,
): 1 | 2 {
  return bidFiles.find(({ kind }) => kind === file)?.envelope ?? 1
}
