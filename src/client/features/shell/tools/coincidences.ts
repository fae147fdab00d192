import type { CallAnswer } from '#client/net/api.ts'

type OriginRow = CallAnswer<'getTbrIpList'>['rows'][number]
type Compared = OriginRow['same'][number]

/** Bidders that share an address or a serial. */
export interface Coincidence {
  readonly field: Compared
  readonly value: string
  readonly names: readonly string[]
}

const order: readonly Compared[] = ['zbj_ip', 'tbj_ip', 'cdsn']

/** The shared values that the table marks, in the order of the columns. */
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
