import { type TrailKind, trailKinds } from '#domain/trail/trail-line.ts'

/** What of the trail is shown; texts are empty and the kind is null where everything is. Dates are days of the region. */
export interface TrailFilter {
  readonly kind: TrailKind | null
  readonly account: string
  readonly section: string
  readonly from: string
  readonly to: string
}

export interface TrailQuery {
  readonly filter: TrailFilter
  readonly page: number
  readonly pageSize: number
}

export const pageSizes = [20, 50, 100] as const
export const noFilter: TrailFilter = { kind: null, account: '', section: '', from: '', to: '' }

/** The query in the page's address; what is not one of ours is taken as left out. */
export function readAddress(search: URLSearchParams): TrailQuery {
  const kind = trailKinds.find((one) => one === search.get('kind')) ?? null
  const text = (name: string) => search.get(name)?.trim().slice(0, 100) ?? ''
  const day = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text(name)) ? text(name) : '')
  const page = Number(search.get('page'))
  const size = Number(search.get('size'))
  return {
    filter: { kind, account: text('account'), section: text('section'), from: day('from'), to: day('to') },
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    pageSize: pageSizes.find((one) => one === size) ?? pageSizes[0],
  }
}

export function writeAddress({ filter, page, pageSize }: TrailQuery): URLSearchParams {
  const given = Object.entries({
    ...filter,
    page: page === 1 ? '' : String(page),
    size: pageSize === pageSizes[0] ? '' : String(pageSize),
  })
  return new URLSearchParams(given.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
