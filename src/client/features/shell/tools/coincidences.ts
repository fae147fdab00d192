import type { CallAnswer } from '#client/net/api.ts'

type OriginRow = CallAnswer<'getTbrIpList'>['rows'][number]
type Compared = OriginRow['same'][number]

/** Bidders who have one address or serial in common. */
export interface Coincidence {
  readonly field: Compared
  readonly value: string
  readonly names: readonly string[]
}

const order: readonly Compared[] = ['zbj_ip', 'tbj_ip', 'cdsn']

/** What the table's marks mean, value by value, in the order of the columns. */
export function coincidencesIn(rows: readonly OriginRow[]): Coincidence[] {
  return order.flatMap((field) => {
    const names = new Map<string, string[]>()
    for (const row of rows) {
      const value = row[field]
      if (value === null || !row.same.includes(field)) continue
      names.set(value, [...(names.get(value) ?? []), row.entprsName])
    }
    return [...names].map(([value, found]) => ({ field, value, names: found }))
  })
}
