import { ok, type Result } from '#lib/result.ts'
import { drawnParameter } from '../draw/draw-state.ts'
import { kindOfParameter } from '../draw/kinds.ts'
import { missingTexts } from '../draw/needed.ts'
import { flow } from '../session/flow.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import { openedBidders } from '../submission/bids.ts'
import { attendances } from './attendance.ts'
import { checksOf } from './checks.ts'
import { currentRule } from './current-rule.ts'
import { Exact, rounded, stepPlaces } from './exact.ts'
import type { BasePriceRule, Factor, RuleStep } from './rule.ts'
import { priceColumn } from './rule-columns.ts'
import type { Attendance, Calculation, Operand, WorkingStep } from './working.ts'

/**
 * Calculates the base price of the current envelope from what is public (BAS-3 to BAS-5). The mean and each step are
 * rounded half up to six decimals, the result to the rule's decimals.
 */
export function calculateBasePrice(state: SessionState): Result<Calculation, Rejection> {
  const rule = currentRule(state)
  const column = state.tender && rule && priceColumn(state.tender, rule)
  if (!rule || !column) return reject('base-price-no-rule')
  if (!pricesArePublic(state)) return reject('announce-first')
  const bids = placed(attendances(state, rule), rule)
  const counted = bids.flatMap(({ place, price }) => (place === 'counted' && price !== null ? [price] : []))
  if (counted.length === 0) return reject('base-price-no-bids')
  const steps = meanSteps(rule, counted)
  for (const step of rule.steps) {
    const done = stepOf(state, step, lastResult(steps))
    if (!done.ok) return done
    steps.push(done.value)
  }
  const price = rounded(lastResult(steps), rule.decimals)
  if (price.isNegative() && !price.isZero()) return reject('base-price-negative')
  const text = price.toFixed(rule.decimals)
  steps.push({ label: 'round', operands: [operand('value', lastResult(steps).toFixed())], result: text })
  const checks = checksOf(state, rule, bids, text)
  return ok({ column: column.key, unit: column.unit, bids, steps, price: text, checks })
}

/** Whether the figures of every opened bid have been announced. */
export function pricesArePublic(state: SessionState): boolean {
  if (state.flow < flow.announcementLowest || !state.announcement) return false
  return openedBidders(state).every(({ figures }) => figures !== null)
}

/** Bids with their places: with five or more, the highest and lowest 20 % are left out where the rule says so. */
function placed(bids: readonly Attendance[], { trimmed }: BasePriceRule): Calculation['bids'] {
  const taking = bids
    .filter(({ takesPart }) => takesPart)
    .map(({ bidderCode, price }) => ({ bidderCode, price: new Exact(price ?? 0) }))
    // Of equal prices the bid that was enrolled earlier counts as the lower one; the mean is the same.
    .sort((one, other) => one.price.comparedTo(other.price))
  const onEachSide = trimmed && taking.length >= 5 ? Math.floor(taking.length / 5) : 0
  const codes = taking.map(({ bidderCode }) => bidderCode)
  const bottom = new Set(codes.slice(0, onEachSide))
  const top = new Set(codes.slice(codes.length - onEachSide))
  return bids.map((bid) => {
    const side = bottom.has(bid.bidderCode) ? 'bottom' : top.has(bid.bidderCode) ? 'top' : 'counted'
    return { ...bid, place: bid.takesPart ? side : null }
  })
}

/** The steps that lead from the counted prices to their mean. */
function meanSteps({ mean }: BasePriceRule, prices: readonly string[]): WorkingStep[] {
  const sorted = prices.map((price) => new Exact(price)).sort((one, other) => one.comparedTo(other))
  if (mean === 'lowest') {
    const lowest = sorted[0]?.toFixed() ?? ''
    return [{ label: 'lowest', operands: prices.map((price) => operand('price', price)), result: lowest }]
  }
  if (mean === 'median') {
    const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
    const result = rounded(total(middle).div(middle.length), stepPlaces).toFixed()
    return [{ label: 'median', operands: middle.map((price) => operand('price', price.toFixed())), result }]
  }
  const sum = total(sorted)
  const mean_ = rounded(sum.div(prices.length), stepPlaces).toFixed()
  return [
    { label: 'sum', operands: prices.map((price) => operand('price', price)), result: sum.toFixed() },
    {
      label: 'mean',
      operands: [operand('sum', sum.toFixed()), operand('count', String(prices.length))],
      result: mean_,
    },
  ]
}

function total(values: readonly Exact[]): Exact {
  return values.reduce((sum, value) => sum.plus(value), new Exact(0))
}

function lastResult(steps: readonly WorkingStep[]): Exact {
  return new Exact(steps.at(-1)?.result ?? 0)
}

/** One step of the rule on the value of the step before it. */
function stepOf(state: SessionState, step: RuleStep, value: Exact): Result<WorkingStep, Rejection> {
  if (step.kind === 'blend') return blend(state, step, value)
  const by = numberOf(state, step.by, 'factor')
  if (!by.ok) return by
  const share = fractionOf(by.value)
  const times =
    step.kind === 'multiply' ? share : new Exact(1)[step.kind === 'lower' ? 'minus' : 'plus'](share)
  return ok({
    label: step.kind,
    operands: [operand('value', value.toFixed()), by.value],
    result: rounded(value.times(times), stepPlaces).toFixed(),
  })
}

function blend(
  state: SessionState,
  { weight, ceilingTimes }: Extract<RuleStep, { kind: 'blend' }>,
  value: Exact,
): Result<WorkingStep, Rejection> {
  const ceiling = state.tender?.ceilingPrice
  if (ceiling === undefined) return reject('base-price-ceiling-missing')
  const share = numberOf(state, weight, 'weight')
  if (!share.ok) return share
  const times = numberOf(state, ceilingTimes ?? { fixed: '1', unit: 'fraction' }, 'ceiling-factor')
  if (!times.ok) return times
  const own = fractionOf(share.value)
  const rest = new Exact(1).minus(own)
  const result = value.times(own).plus(fractionOf(times.value).times(ceiling).times(rest))
  return ok({
    label: 'blend',
    operands: [
      ...[operand('value', value.toFixed()), share.value, operand('ceiling', ceiling)],
      ...(ceilingTimes ? [times.value] : []),
    ],
    result: rounded(result, stepPlaces).toFixed(),
  })
}

/** A number of a step: as drawn and saved, or as the rule has it. */
function numberOf(state: SessionState, factor: Factor, name: Operand['name']): Result<Operand, Rejection> {
  const { unit } = factor
  if ('fixed' in factor) return ok({ name, value: factor.fixed, unit, parameter: null })
  const drawn = drawnParameter(state, factor.drawn)
  if (!drawn) return reject(missingTexts[kindOfParameter(factor.drawn)])
  return ok({ name, value: drawn.saved, unit, parameter: factor.drawn })
}

function fractionOf({ value, unit }: Operand): Exact {
  return unit === 'percent' ? new Exact(value).div(100) : new Exact(value)
}

function operand(name: Operand['name'], value: string): Operand {
  return { name, value, unit: null, parameter: null }
}
