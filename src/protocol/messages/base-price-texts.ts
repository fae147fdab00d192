import type { TheoryCostItem } from '#domain/base-price/rule.ts'
import type { BidCheck, Calculation, Operand, WorkingStep } from '#domain/base-price/working.ts'
import { figureText } from '#domain/submission/figures.ts'
import type { Language, Sentence } from './codes.ts'
import { drawnFact } from './draw-texts.ts'

/* The working of a base price as the screen and the report show it. */

type Bid = Calculation['bids'][number]

/** Names of the steps of a working. */
export const workingStepTexts: Readonly<Record<WorkingStep['label'], Sentence>> = {
  sum: ['报价合计', 'Sum of the prices'],
  mean: ['算术平均值', 'Arithmetic mean'],
  median: ['中位数', 'Median'],
  lowest: ['最低报价', 'Lowest price'],
  multiply: ['乘以系数', 'Multiplied by the coefficient'],
  lower: ['下浮', 'Lowered'],
  raise: ['上浮', 'Raised'],
  blend: ['与控制价加权合成', 'Weighted with the control price'],
  round: ['四舍五入', 'Rounded half up'],
}

const causeTexts: Readonly<Record<Bid['why'], Sentence>> = {
  rule: ['按规则', 'by the rule'],
  opener: ['开标人设定', 'set by the opener'],
  invalid: ['无效标', 'invalid bid'],
  'not-opened': ['未开启', 'not opened'],
  'no-price': ['无报价', 'no price'],
  'above-ceiling': ['高于控制价', 'above the control price'],
}

const placeTexts: Readonly<Record<'counted' | 'top' | 'bottom' | 'none', Sentence>> = {
  counted: ['参与计算', 'Counted'],
  top: ['去掉最高20%', 'Left out: highest 20%'],
  bottom: ['去掉最低20%', 'Left out: lowest 20%'],
  none: ['不参与', 'Takes no part'],
}

const bandTexts: Readonly<Record<NonNullable<BidCheck['band']>, Sentence>> = {
  above: ['下浮不足', 'reduction too small'],
  within: ['在下浮区间内', 'within the band'],
  below: ['下浮过多', 'reduction too large'],
}

const itemTexts: Readonly<Record<TheoryCostItem, Sentence>> = {
  total: ['总价', 'Total'],
  itemised: ['分部分项', 'Itemised work'],
  measures: ['措施项目', 'Measures'],
}

function inLanguage(language: Language, [zh, en]: Sentence): string {
  return language === 'en' ? en : zh
}

/** Whether a bid counts, by its place or else by its cause. */
export function placeText({ place }: Pick<Bid, 'place'>, language: Language): string {
  return inLanguage(language, placeTexts[place ?? 'none'])
}

/** Why a bid takes part or does not: the opener's reason, or the rule's. */
export function causeText({ why, reason }: Pick<Bid, 'why' | 'reason'>, language: Language): string {
  const cause = inLanguage(language, causeTexts[why])
  if (reason === '') return cause
  return language === 'en' ? `${cause}: ${reason}` : `${cause}：${reason}`
}

/** Where a price lies against the base price: `3.20%, within the band`; empty without a band. */
export function bandText({ lowerRate, band }: BidCheck, language: Language): string {
  if (lowerRate === null || band === null) return ''
  return [`${lowerRate}%`, inLanguage(language, bandTexts[band])].join(language === 'en' ? ', ' : '，')
}

/** The comparison with the theory cost: `Total 92.10% (least 85%)`; empty without one. */
export function theoryTexts({ theory }: BidCheck, language: Language): string[] {
  return theory.map(({ item, share, least, isBelow }) => {
    const name = inLanguage(language, itemTexts[item])
    if (share === null) return `${name} —`
    const [zh, en]: Sentence = isBelow
      ? [`${name} ${share}%，低于${least}%`, `${name} ${share}%, below ${least}%`]
      : [`${name} ${share}%`, `${name} ${share}%`]
    return language === 'en' ? en : zh
  })
}

/** A step as a formula with its numbers: `1,000 × (1 − 3%) = 970`. */
export function stepFormula({ label, operands, result }: WorkingStep): string {
  const numbers = operands.map(operandText)
  const [first = '', second = '', third = '', fourth] = numbers
  const is = `= ${figureText('money', result)}`
  switch (label) {
    case 'sum':
      return `${shortened(numbers, ' + ')} ${is}`
    case 'mean':
      return `${first} ÷ ${second} ${is}`
    case 'median':
      return numbers.length > 1 ? `(${first} + ${second}) ÷ 2 ${is}` : is
    case 'lowest':
      return `min(${shortened(numbers, '; ')}) ${is}`
    case 'multiply':
      return `${first} × ${second} ${is}`
    case 'lower':
      return `${first} × (1 − ${bracketed(second)}) ${is}`
    case 'raise':
      return `${first} × (1 + ${bracketed(second)}) ${is}`
    case 'blend':
      return `${first} × ${second} + ${third}${fourth ? ` × ${fourth}` : ''} × (1 − ${bracketed(second)}) ${is}`
    case 'round':
      return `${first} ≈ ${figureText('money', result)}`
  }
}

/** The drawn parameters of a step: `K1 = 0.95`. */
export function stepFacts({ operands }: WorkingStep, language: Language): string[] {
  return operands.flatMap(({ parameter, value }) =>
    parameter ? [inLanguage(language, drawnFact(parameter, value))] : [],
  )
}

function operandText({ value, unit }: Operand): string {
  return unit === 'percent' ? `${value}%` : figureText('money', value)
}

/** A negative number in brackets. */
function bracketed(text: string): string {
  return text.startsWith('-') ? `(${text})` : text
}

/** At most eight numbers; of more, the first three, the last and their count. */
function shortened(numbers: readonly string[], between: string): string {
  if (numbers.length <= 8) return numbers.join(between)
  const ends = [...numbers.slice(0, 3), '…', ...numbers.slice(-1)]
  return `${ends.join(between)} (${numbers.length})`
}
