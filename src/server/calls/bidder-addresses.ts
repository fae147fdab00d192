import type { BidderState } from '#domain/submission/bid-state.ts'

const compared = ['zbj_ip', 'tbj_ip', 'cdsn'] as const
type Compared = (typeof compared)[number]

/** A row of the table of addresses and serials (SHL-8); `same` names the fields that another bidder shares. */
export interface OriginRow {
  readonly entprsCode: string
  readonly entprsName: string
  readonly zbj_ip: string | null
  readonly tbj_ip: string | null
  readonly cdsn: string | null
  readonly same: Compared[]
}

/** One row per bidder. Needs bidders of the unredacted state; no view contains origins. */
export function originRows(bidders: readonly BidderState[]): OriginRow[] {
  const rows = bidders.map(({ code, name, origin }) => ({
    entprsCode: code,
    entprsName: name,
    zbj_ip: origin?.entered ?? null,
    tbj_ip: origin?.submitted ?? null,
    cdsn: origin?.hardwareSerial ?? null,
  }))
  const counts = new Map<string, number>()
  for (const row of rows) {
    for (const field of compared) {
      const key = `${field} ${row[field]}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return rows.map((row) => ({
    ...row,
    same: compared.filter((field) => row[field] !== null && (counts.get(`${field} ${row[field]}`) ?? 0) > 1),
  }))
}
