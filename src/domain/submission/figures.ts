import { characterCount } from '#lib/character-count.ts'
import type { Column } from '../tender/tender.ts'

/** A bid's figures by column key, as text; money is a decimal string. */
export type Figures = Readonly<Record<string, string>>

/** The greatest length of a figure that is a text. */
export const figureTextLength = 500

/** The first problem of a bid's figures against the tender's columns (BID-7); null when there is none. */
export function figuresProblem(
  columns: readonly Column[],
  figures: Figures,
): { column: string; problem: 'missing' | 'malformed' | 'unknown' } | null {
  for (const column of columns) {
    const problem = valueProblem(column, figures[column.key])
    if (problem) return { column: column.key, problem }
  }
  const known = new Set(columns.map((column) => column.key))
  const unknown = Object.keys(figures).find((key) => !known.has(key))
  return unknown === undefined ? null : { column: unknown, problem: 'unknown' }
}

/** Checks one value against its column; an empty value counts as missing. */
export function valueProblem(column: Column, value: string | undefined): 'missing' | 'malformed' | null {
  if (value === undefined || value.trim() === '') return column.required ? 'missing' : null
  return matches(column, value) ? null : 'malformed'
}

function matches(column: Column, value: string): boolean {
  switch (column.kind) {
    case 'money': {
      const [whole = '', fraction = ''] = value.split('.')
      return /^\d{1,18}(\.\d+)?$/.test(value) && whole.length > 0 && fraction.length <= column.decimals
    }
    case 'integer':
      return /^\d{1,9}$/.test(value)
    case 'text':
      return characterCount(value) <= figureTextLength
  }
}

/** A figure as shown: the bidder's digits, money and integers in groups of three. */
export function figureText(kind: Column['kind'], value: string): string {
  if (kind === 'text' || !/^\d+(\.\d+)?$/.test(value)) return value
  const [whole = '', fraction] = value.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** An amount in groups of three with its unit. */
export function amountText(amount: string, unit: string): string {
  return `${figureText('money', amount)} ${unit}`.trim()
}
