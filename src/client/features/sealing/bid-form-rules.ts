import { type Figures, valueProblem } from '#domain/submission/figures.ts'
import type { Column } from '#domain/tender/tender.ts'

/** The typed figure in the form in which it is sealed: numbers without full-width digits, separators and spaces. */
export function figureOf(column: Column, typed: string): string {
  if (column.kind === 'text') return typed.trim()
  return typed.normalize('NFKC').replace(/[\s,，_]/g, '')
}

export type FigureProblem = 'missing' | 'money' | 'integer' | 'text'

/** The problem of a typed figure; null when it can be sealed. */
export function figureProblem(column: Column, typed: string): FigureProblem | null {
  const problem = valueProblem(column, figureOf(column, typed))
  return problem === 'malformed' ? column.kind : problem
}

/** The figures to seal, without empty optional ones. */
export function figuresOf(columns: readonly Column[], typed: Readonly<Record<string, string>>): Figures {
  const pairs = columns.map((column) => [column.key, figureOf(column, typed[column.key] ?? '')] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}
