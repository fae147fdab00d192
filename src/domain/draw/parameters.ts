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
  /** Places after the point that a bound or an interval may have. */
  readonly decimals: number
  /** No bound may lie above it. */
  readonly highest?: string
  /** What the seeds propose; the tender's own range comes before it. */
  proposal(tender: DrawTender): DrawRange | null
}

/** F by the industry category, hylb (DRW-2). */
const fRanges: Readonly<Record<number, DrawRange>> = {
  1: { start: '8', end: '12', interval: '0.08' },
  2: { start: '10', end: '14', interval: '0.08' },
  4: { start: '0', end: '3', interval: '0.1' },
}

const none = () => null
const openRange: Ranged = { from: 'range', unit: '', decimals: 4, proposal: none }

/** Where each parameter's candidates come from: a list of the seeds, or a range that the tender document names. */
export const drawParameters: Readonly<Record<DrawParameter, Listed | Ranged>> = {
  fValue: {
    from: 'range',
    unit: '%',
    // Saved as a fraction of four places: two of a percentage.
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

/** The range to begin with: the tender's own, else the seeds'; null where neither names one. */
export function proposedRange(parameter: DrawParameter, tender: DrawTender): DrawRange | null {
  const source = drawParameters[parameter]
  if (source.from === 'list') return null
  return tender.evaluation?.ranges?.[parameter] ?? source.proposal(tender)
}
