import type { DrawKind, DrawParameter } from '#domain/draw/kinds.ts'
import { drawKindNames, drawKinds } from '#domain/draw/kinds.ts'
import { drawParameters } from '#domain/draw/parameters.ts'
import type { Sentence } from './codes.ts'

/** Names of the kinds of draws. */
export const drawKindTexts: Readonly<Record<DrawKind, Sentence>> = {
  'f-value': ['F值', 'F value'],
  'alpha-beta': ['α、β', 'α and β'],
  'a-g': ['a、g', 'a and g'],
  'k1-k2': ['K1、K2', 'K1 and K2'],
  k: ['K值', 'K'],
  j: ['下降比值J', 'fall ratio J'],
  'floating-percentage': ['评标基准价浮动比例', 'floating percentage of the base price'],
  'base-price-factor': ['评标基准价系数', 'factor of the base price'],
  'benchmark-coefficient': ['评标基准价下浮系数', 'lowering coefficient of the base price'],
  'fall-rate': ['下浮率', 'fall rate'],
  'random-index': ['随机抽取序号', 'number drawn at random'],
}

/** The parameters' signs; empty where one has none. */
export const parameterNames: Readonly<Record<DrawParameter, string>> = {
  fValue: 'F',
  alpha: 'α',
  beta: 'β',
  a: 'a',
  g: 'g',
  k1: 'K1',
  k2: 'K2',
  k: 'K',
  j: 'J',
  floatingPercentage: '',
  basePriceFactor: '',
  benchmarkCoefficient: '',
  fallRate: '',
  randomIndex: '',
}

/** A value with the parameter's sign and unit: `F = 8.08%`. */
export function drawnText(parameter: DrawParameter, value: string): string {
  const name = parameterNames[parameter]
  return `${name && `${name} = `}${value}${drawParameters[parameter].unit}`
}

/** As `drawnText`, for a value that stands alone: a parameter without a sign gets the name of its kind. */
export function drawnFact(parameter: DrawParameter, value: string): Sentence {
  const text = drawnText(parameter, value)
  const kind = drawKindNames.find((name) => drawKinds[name].some((one) => one === parameter))
  if (!kind || parameterNames[parameter] !== '') return [text, text]
  const [zh, en] = drawKindTexts[kind]
  return [`${zh} = ${text}`, `${en} = ${text}`]
}
