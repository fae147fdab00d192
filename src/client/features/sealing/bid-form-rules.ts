import { type Figures, valueProblem } from '#domain/submission/figures.ts'
import type { Column } from '#domain/tender/tender.ts'

/** What was typed as it is sealed: full-width digits, separators and spaces of a number are not part of it. */
export function figureOf(column: Column, typed: string): string {
  if (column.kind === 'text') return typed.trim()
  return typed.normalize('NFKC').replace(/[\s,，_]/g, '')
}

export type FigureProblem = 'missing' | 'money' | 'integer' | 'text'

/** What is wrong with one typed figure; null when it may be sealed. */
export function figureProblem(column: Column, typed: string): FigureProblem | null {
  const problem = valueProblem(column, figureOf(column, typed))
  return problem === 'malformed' ? column.kind : problem
}

/** The figures to be sealed; optional ones left empty are left out. */
export function figuresOf(columns: readonly Column[], typed: Readonly<Record<string, string>>): Figures {
  const pairs = columns.map((column) => [column.key, figureOf(column, typed[column.key] ?? '')] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}
