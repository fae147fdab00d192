import { factorsOf } from '../base-price/rule.ts'
import type { Rejection, RejectionCode } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import type { Tender } from '../tender/tender.ts'
import { decidedDraw } from './draw-state.ts'
import { type DrawKind, kindOfParameter } from './kinds.ts'

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
  | 'draw-benchmark-coefficient-missing'
>

export interface NeededDraw {
  readonly kind: DrawKind
  /** The refusal while it is missing. */
  readonly missing: Missing
}

/**
 * The draws that step 2 needs (DRW-19): with gclx 1 and pbType 0 by the model, with gclx 2 by the type of base price, by
 * the base-price method, whatever the tender asks for, and what its base price is calculated with (BAS-1).
 */
export function neededDraws({ projectKind, qualification, evaluation }: Tender): NeededDraw[] {
  if (!evaluation) return []
  const needed: NeededDraw[] = []
  // A rule of the base price says itself what it is calculated with.
  const method = evaluation.basePrice ? null : evaluation.basePriceMethod
  if (projectKind === 1 && qualification === 0) {
    if (evaluation.newModel === true) needed.push({ kind: 'alpha-beta', missing: 'draw-alpha-beta-missing' })
    if (evaluation.newModel === false) needed.push({ kind: 'a-g', missing: 'draw-a-g-missing' })
  }
  if (method === 3) needed.push({ kind: 'k1-k2', missing: 'draw-parameters-missing' })
  if (method === 8) needed.push({ kind: 'floating-percentage', missing: 'draw-parameters-missing' })
  if (projectKind === 2 && evaluation.basePriceType === 2)
    needed.push({ kind: 'base-price-factor', missing: 'draw-parameter-missing' })
  const factors = evaluation.basePrice ? factorsOf(evaluation.basePrice) : []
  const calculatedWith = factors.flatMap((by) => ('drawn' in by ? kindOfParameter(by.drawn) : []))
  for (const kind of [...evaluation.draws, ...calculatedWith]) {
    if (!needed.some((other) => other.kind === kind)) needed.push({ kind, missing: missingTexts[kind] })
  }
  return needed
}

/** The refusal while a kind is missing. */
export const missingTexts: Readonly<Record<DrawKind, Missing>> = {
  'f-value': 'draw-parameter-missing',
  'alpha-beta': 'draw-alpha-beta-missing',
  'a-g': 'draw-a-g-missing',
  'k1-k2': 'draw-parameters-missing',
  k: 'draw-k-missing',
  j: 'draw-j-missing',
  'floating-percentage': 'draw-floating-percentage-missing',
  'base-price-factor': 'draw-coefficient-missing',
  'benchmark-coefficient': 'draw-benchmark-coefficient-missing',
  'fall-rate': 'draw-parameter-missing',
  'random-index': 'draw-parameter-missing',
}

/** The refusal for the first missing draw; null when none is missing. */
export function missingDraw(state: SessionState): Rejection | null {
  const [lacking] = lackingDraws(state)
  return lacking ? { code: lacking.missing, params: {} } : null
}

/** The needed draws that are not decided yet. */
export function lackingDraws(state: SessionState): NeededDraw[] {
  return state.tender ? neededDraws(state.tender).filter(({ kind }) => !isDrawn(state, kind)) : []
}

function isDrawn(state: SessionState, kind: DrawKind): boolean {
  if (kind !== 'random-index') return decidedDraw(state, kind) !== null
  return Object.values(state.draws).some((draw) => draw.kind === kind && draw.phase === 'decided')
}
