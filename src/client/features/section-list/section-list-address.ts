import { type SectionListSortColumn, sectionListSortColumns } from '#protocol/calls/section-list.ts'

/** The section list's query, kept in the address: it survives a reload and supports back and forward. */
export interface ListQuery {
  readonly tab: ListTab
  /** Only projects published recently (LST-9). */
  readonly onlyNew: boolean
  readonly filter: ListFilter
  /** From 1. */
  readonly page: number
  /** Rows per page; null: the variant's default. */
  readonly pageSize: number | null
  readonly sort: { readonly column: SectionListSortColumn; readonly descending: boolean } | null
}

export type ListTab = 'open' | 'ended'

/** A code is null when nothing was chosen. */
export interface ListFilter {
  readonly industry: number | null
  readonly openingType: number | null
  readonly projectKind: number | null
  readonly specialty: number | null
  readonly procurement: number | null
  readonly qualificationMethod: number | null
  /** Days as `2026-03-02`, empty where open; null: the variant's recent days. */
  readonly dates: { readonly from: string; readonly to: string } | null
  readonly text: string
}

export const noFilter: ListFilter = {
  industry: null,
  openingType: null,
  projectKind: null,
  specialty: null,
  procurement: null,
  qualificationMethod: null,
  dates: null,
  text: '',
}

/** The filters with codes, and their names in the address. */
const codes = {
  industry: 'industry',
  openingType: 'type',
  projectKind: 'kind',
  specialty: 'specialty',
  procurement: 'procurement',
  qualificationMethod: 'method',
} as const

/** Reads an address; invalid values are ignored. `bdbh`: a section's code, from the trading platform (ACC-15). */
export function readAddress(search: URLSearchParams): ListQuery {
  const code = (name: string) => wholeNumber(search.get(name), 0, 1000)
  const filter = Object.fromEntries(Object.entries(codes).map(([field, name]) => [field, code(name)]))
  return {
    tab: search.get('tab') === 'ended' ? 'ended' : 'open',
    onlyNew: search.has('new'),
    filter: {
      ...noFilter,
      ...filter,
      dates:
        search.has('from') || search.has('to') ? { from: day(search, 'from'), to: day(search, 'to') } : null,
      text: (search.get('text') ?? search.get('bdbh') ?? '').trim().slice(0, 100),
    },
    page: wholeNumber(search.get('page'), 1, 1_000_000) ?? 1,
    pageSize: wholeNumber(search.get('size'), 1, 512),
    sort: sortOf(search.get('sort') ?? ''),
  }
}

/** The address of a query, without default values. */
export function writeAddress({ tab, onlyNew, filter, page, pageSize, sort }: ListQuery): URLSearchParams {
  const search = new URLSearchParams()
  if (tab === 'ended') search.set('tab', tab)
  if (onlyNew) search.set('new', '1')
  for (const [field, name] of Object.entries(codes)) {
    const value = filter[field as keyof typeof codes]
    if (value !== null) search.set(name, String(value))
  }
  if (filter.dates) {
    search.set('from', filter.dates.from)
    search.set('to', filter.dates.to)
  }
  if (filter.text !== '') search.set('text', filter.text)
  if (sort) search.set('sort', `${sort.descending ? '-' : ''}${sort.column}`)
  if (page > 1) search.set('page', String(page))
  if (pageSize !== null) search.set('size', String(pageSize))
  return search
}

function wholeNumber(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d{1,7}$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}

function day(search: URLSearchParams, name: string): string {
  const text = search.get(name) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

function sortOf(text: string): ListQuery['sort'] {
  const name = text.replace(/^-/, '')
  const column = sectionListSortColumns.find((known) => known === name)
  return column ? { column, descending: text.startsWith('-') } : null
}
