import type { Rejection, RejectionCode } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import type { Tender } from '../tender/tender.ts'
import { decidedDraw } from './draw-state.ts'
import type { DrawKind } from './kinds.ts'

/** A refusal that needs no parameters. */
type Missing = Extract<
  RejectionCode,
  | 'draw-alpha-beta-missing'
  | 'draw-a-g-missing'
  | 'draw-parameters-missing'
  | 'draw-parameter-missing'
  | 'draw-floating-percentage-missing'
  | 'draw-k-missing'
  | 'draw-j-missing'
  | 'draw-coefficient-missing'
>

export interface NeededDraw {
  readonly kind: DrawKind
  /** The refusal while it is missing. */
  readonly missing: Missing
}

/**
 * The draws that step 2 needs (DRW-19): with gclx 1 and pbType 0 by the model and the base-price method, with gclx 2 by
 * the type of base price, and whatever the tender asks for.
 */
export function neededDraws({ projectKind, qualification, evaluation }: Tender): NeededDraw[] {
  if (!evaluation) return []
  const needed: NeededDraw[] = []
  if (projectKind === 1 && qualification === 0) {
    if (evaluation.newModel === true) needed.push({ kind: 'alpha-beta', missing: 'draw-alpha-beta-missing' })
    if (evaluation.newModel === false) needed.push({ kind: 'a-g', missing: 'draw-a-g-missing' })
    if (evaluation.basePriceMethod === 3) needed.push({ kind: 'k1-k2', missing: 'draw-parameters-missing' })
    if (evaluation.basePriceMethod === 8)
      needed.push({ kind: 'floating-percentage', missing: 'draw-parameters-missing' })
  }
  if (projectKind === 2 && evaluation.basePriceType === 2)
    needed.push({ kind: 'base-price-factor', missing: 'draw-parameter-missing' })
  for (const kind of evaluation.draws) {
    if (!needed.some((other) => other.kind === kind)) needed.push({ kind, missing: missingTexts[kind] })
  }
  return needed
}

const missingTexts: Readonly<Record<DrawKind, Missing>> = {
  'f-value': 'draw-parameter-missing',
  'alpha-beta': 'draw-alpha-beta-missing',
  'a-g': 'draw-a-g-missing',
  'k1-k2': 'draw-parameters-missing',
  k: 'draw-k-missing',
  j: 'draw-j-missing',
  'floating-percentage': 'draw-floating-percentage-missing',
  'base-price-factor': 'draw-parameter-missing',
  'benchmark-coefficient': 'draw-coefficient-missing',
  'fall-rate': 'draw-parameter-missing',
  'random-index': 'draw-parameter-missing',
}

/** The refusal for the first missing draw; null when none is missing. */
export function missingDraw(state: SessionState): Rejection | null {
  if (!state.tender) return null
  const lacking = neededDraws(state.tender).find(({ kind }) => !isDrawn(state, kind))
  return lacking ? { code: lacking.missing, params: {} } : null
}

function isDrawn(state: SessionState, kind: DrawKind): boolean {
  if (kind !== 'random-index') return decidedDraw(state, kind) !== null
  return Object.values(state.draws).some((draw) => draw.kind === kind && draw.phase === 'decided')
}
