import { z } from 'zod'

/** The kinds of draws, with the evaluation parameters that each yields. */
export const drawKinds = {
  'f-value': ['fValue'],
  'alpha-beta': ['alpha', 'beta'],
  'a-g': ['a', 'g'],
  'k1-k2': ['k1', 'k2'],
  k: ['k'],
  j: ['j'],
  'floating-percentage': ['floatingPercentage'],
  'base-price-factor': ['basePriceFactor'],
  'benchmark-coefficient': ['benchmarkCoefficient'],
  'fall-rate': ['fallRate'],
  'random-index': ['randomIndex'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type DrawKind = keyof typeof drawKinds
export type DrawParameter = (typeof drawKinds)[DrawKind][number]

export const drawKindNames = Object.keys(drawKinds) as [DrawKind, ...DrawKind[]]
export const drawParameterNames = Object.values(drawKinds).flat() as [DrawParameter, ...DrawParameter[]]

/** The kind of draw that yields a parameter. */
export function kindOfParameter(parameter: DrawParameter): DrawKind {
  const yields = (kind: DrawKind) => (drawKinds[kind] as readonly DrawParameter[]).includes(parameter)
  return drawKindNames.find(yields) ?? 'random-index'
}

/** A range as the opener types it: decimals as text, both ends included. */
export const drawRangeSchema = z
  .strictObject({ start: z.string(), end: z.string(), interval: z.string() })
  .readonly()
export type DrawRange = z.infer<typeof drawRangeSchema>
