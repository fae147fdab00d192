import type { ReactNode } from 'react'

/** A column. Figures are right-aligned (`align: 'end'`), with their unit in the head. */
export interface DataColumn<Row> {
  readonly key: string
  readonly header: string
  readonly unit?: string
  readonly align?: 'start' | 'end' | 'center'
  /** CSS width of the column, for example `9rem`. */
  readonly width?: string
  /** The least width of its content in a table, for example `12rem`. */
  readonly leastWidth?: string
  /** Names the row for screen readers and heads its card on a phone; one column at most. */
  readonly isRowHeader?: boolean
  /** On a phone its label is omitted, and on paper all of it, as for buttons. */
  readonly bare?: boolean
  /** Its place on a phone, where a row is a card of lines; without any such column a card has a line for each column. */
  readonly card?: CardPlace
  /** Stays at the right edge of a table that scrolls sideways, as for buttons; the last column. */
  readonly atEnd?: boolean
  readonly cell: (row: Row) => ReactNode
  /** Makes the column sortable; negative when `a` comes first. */
  readonly compare?: (a: Row, b: Row) => number
  /** The server can sort by it (`ServerPaging.onSort`). */
  readonly sortable?: boolean
}

/** How the styles tell a column at the right, of figures with a unit or of something else, from one at the left. */
export function alignMark<Row>({ align, unit }: DataColumn<Row>): 'figure' | 'end' | undefined {
  if (align !== 'end') return undefined
  return unit ? 'figure' : 'end'
}

/** The space of text that begins where a figure ends, so that they are not read as one: 720 赵一鸣. */
export const clearOfFigure = { ps: { md: '5', '2xl': '8' } } as const

/** A line of a card, from 1: its start, or beside it; with the column's label or without. `hidden`: not on the card. */
export type CardPlace =
  | 'hidden'
  | {
      readonly line: number
      /** `end`, or `middle` where something else is at the end; at the start without. */
      readonly at?: 'middle' | 'end'
      readonly labelled?: boolean
    }

/** Rows that stand together under a heading. */
export interface RowGroup {
  readonly key: string
  readonly label: string
}

/** Paging by the server: `rows` is then one page. Page numbers start at 1. */
export interface ServerPaging {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** There are more rows than `total`, up to which the server counts. */
  readonly more?: boolean
  readonly onChange: (page: number, pageSize: number) => void
  /** The server's order by a column's key; null: its default order. */
  readonly sort?: { readonly key: string; readonly desc: boolean } | null
  readonly onSort?: (sort: { readonly key: string; readonly desc: boolean } | null) => void
}
