import type { Tender } from '../tender/tender.ts'
import type { DrawParameter, DrawRange } from './kinds.ts'

/** The part of a tender that parameters depend on. */
export type DrawTender = Pick<Tender, 'specialty' | 'industry' | 'evaluation'>

interface Listed {
  readonly from: 'list'
  readonly unit: '' | '%'
  candidates(tender: DrawTender): readonly string[]
}

interface Ranged {
  readonly from: 'range'
  readonly unit: '' | '%'
  /** The greatest number of decimals of a bound or an interval. */
  readonly decimals: number
  /** The greatest bound. */
  readonly highest?: string
  /** The proposed range (DRW-2, DRW-3); the tender's own range takes precedence. */
  proposal(tender: DrawTender): DrawRange | null
}

/** The proposed range of F by industry category, hylb (DRW-2). */
const fRanges: Readonly<Record<number, DrawRange>> = {
  1: { start: '8', end: '12', interval: '0.08' },
  2: { start: '10', end: '14', interval: '0.08' },
  4: { start: '0', end: '3', interval: '0.1' },
}

const none = () => null
const openRange: Ranged = { from: 'range', unit: '', decimals: 4, proposal: none }

/** The source of each parameter's candidates: a fixed list (DRW-1) or a range. */
export const drawParameters: Readonly<Record<DrawParameter, Listed | Ranged>> = {
  fValue: {
    from: 'range',
    unit: '%',
    // F is saved as a fraction with four decimals, so a percentage has two.
    decimals: 2,
    proposal: ({ evaluation }) => fRanges[evaluation?.industryCategory ?? 0] ?? null,
  },
  alpha: openRange,
  beta: { from: 'list', unit: '', candidates: () => ['1', '1.5', '2', '2.5', '3'] },
  a: { from: 'list', unit: '', candidates: () => ['0.7', '0.8', '0.9'] },
  g: { from: 'list', unit: '%', candidates: () => ['3', '4', '5'] },
  k1: openRange,
  k2: openRange,
  k: { from: 'list', unit: '', candidates: () => ['20', '30', '40', '50'] },
  j: openRange,
  floatingPercentage: { from: 'range', unit: '%', decimals: 4, proposal: none },
  basePriceFactor: {
    ...{ from: 'range', unit: '', decimals: 4, highest: '5' },
    proposal: () => ({ start: '0', end: '5', interval: '1' }),
  },
  benchmarkCoefficient: {
    ...{ from: 'range', unit: '', decimals: 4 },
    proposal: () => ({ start: '0.97', end: '0.99', interval: '0.01' }),
  },
  fallRate: {
    from: 'list',
    unit: '%',
    // Another list for specialty 3 of industry 13 (DRW-1).
    candidates: ({ specialty, industry }) =>
      specialty === 3 && industry === 13 ? ['0', '1', '2', '3'] : ['1', '0.5', '0', '-0.5', '-1'],
  },
  randomIndex: { from: 'range', unit: '', decimals: 0, proposal: none },
}

/** The proposed range: the tender's own, else the default; null where there is neither. */
export function proposedRange(parameter: DrawParameter, tender: DrawTender): DrawRange | null {
  const source = drawParameters[parameter]
  if (source.from === 'list') return null
  return tender.evaluation?.ranges?.[parameter] ?? source.proposal(tender)
}
