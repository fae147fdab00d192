import type { DrawState } from '#domain/draw/draw-state.ts'
import type { DrawKind, DrawParameter } from '#domain/draw/kinds.ts'
import { drawKindNames, drawKinds } from '#domain/draw/kinds.ts'
import { drawParameters } from '#domain/draw/parameters.ts'
import type { RecordedEvent } from '#domain/session/event.ts'

type Said = readonly [zh: string, en: string]
type DrawEvent = Extract<RecordedEvent, { type: `Draw${string}` }>

/** What a draw was declared for, by its id; null where the reader has no such draw. */
export type DrawOf = (drawId: string) => Pick<DrawState, 'kind' | 'subject' | 'parts'> | null

/** What is drawn, as people call it. */
export const drawKindTexts: Readonly<Record<DrawKind, Said>> = {
  'f-value': ['F值', 'F value'],
  'alpha-beta': ['α、β', 'α and β'],
  'a-g': ['a、g', 'a and g'],
  'k1-k2': ['K1、K2', 'K1 and K2'],
  k: ['K值', 'K'],
  j: ['下降比值J', 'fall ratio J'],
  'floating-percentage': ['评标基准价浮动比例', 'floating percentage of the benchmark price'],
  'base-price-factor': ['评标基准价系数', 'factor of the base price'],
  'benchmark-coefficient': ['评标基准价下浮系数', 'coefficient of the benchmark price'],
  'fall-rate': ['下浮率', 'fall rate'],
  'random-index': ['随机索引', 'random index'],
}

const parameterNames: Readonly<Record<DrawParameter, string>> = {
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

/** The same where nothing around it says what was drawn: of a parameter without a sign by the name of its kind. */
export function drawnFact(parameter: DrawParameter, value: string): Said {
  const text = drawnText(parameter, value)
  const kind = drawKindNames.find((name) => drawKinds[name].some((one) => one === parameter))
  if (!kind || parameterNames[parameter] !== '') return [text, text]
  const [zh, en] = drawKindTexts[kind]
  return [`${zh} = ${text}`, `${en} = ${text}`]
}

/** A line of the progress log about a draw. `nameOf`: a bidder's name by code. */
export function drawSentence(
  event: DrawEvent,
  nameOf: (bidderCode: string) => string,
  drawOf: DrawOf = () => null,
): Said {
  switch (event.type) {
    case 'DrawDeclared': {
      const { parts, attempt } = event.payload
      const [zh, en] = whatOf(event.payload)
      const drawers = [...new Set(parts.map(({ drawer }) => drawer))]
      const again: Said = attempt === 1 ? ['', ''] : [`第${attempt}次`, `, attempt ${attempt}`]
      return [
        `${again[0]}抽取${zh}，抽取人：${drawers.join('、')}`,
        `Draw of the ${en}${again[1]}; drawn by ${drawers.join(', ')}`,
      ]
    }
    case 'DrawJoined': {
      const [zh, en] = contributor(event, nameOf)
      return [`${zh}已提交随机数承诺`, `${en} committed to a random value`]
    }
    case 'DrawJoiningClosed': {
      const { length } = event.payload.contributors
      return [`抽取已停止，${length}方共同公开随机数`, `The wheel was stopped; ${length} reveal their values`]
    }
    case 'DrawRevealed': {
      const [zh, en] = contributor(event, nameOf)
      return [`${zh}已公开随机数`, `${en} revealed the value`]
    }
    case 'DrawDecided':
      return resultSentence(event.payload.results, drawOf(event.payload.drawId))
    case 'DrawVoided':
      return voidSentence(event, nameOf)
  }
}

/** The kind of a draw, and what a random index is drawn for. */
function whatOf({ kind, subject }: Pick<DrawState, 'kind' | 'subject'>): Said {
  const [zh, en] = drawKindTexts[kind]
  return subject === '' ? [zh, en] : [`${zh}（${subject}）`, `${en} (${subject})`]
}

/** Results in the order of the draw's parts, which stand in its declaration alone. */
function resultSentence(results: readonly { readonly value: string }[], draw: ReturnType<DrawOf>): Said {
  const values = results.map(({ value }, i) => {
    const part = draw?.parts[i]
    return part ? drawnText(part.parameter, value) : value
  })
  const [zh, en] = draw ? whatOf(draw) : ['', '']
  return [
    `${zh}抽取结果：${values.join('、')}`,
    en === '' ? `Drawn: ${values.join(', ')}` : `Drawn for the ${en}: ${values.join(', ')}`,
  ]
}

function contributor(
  { role, payload }: { role: string; payload: { bidderCode: string | null } },
  nameOf: (bidderCode: string) => string,
): Said {
  if (payload.bidderCode !== null) return [nameOf(payload.bidderCode), nameOf(payload.bidderCode)]
  return role === 'supervisor' ? ['监督人', 'The supervisor'] : ['开标人', 'The opener']
}

function voidSentence(
  event: Extract<DrawEvent, { type: 'DrawVoided' }>,
  nameOf: (bidderCode: string) => string,
): Said {
  const { cause, withheld } = event.payload
  if (cause === 'nobody') {
    return [
      '无人参与，本次抽取无效，请重新抽取',
      'Nobody contributed; the draw is void and has to be declared anew',
    ]
  }
  const who = event.private.who ?? []
  const named = who.map(({ role, bidderCode }) => contributor({ role, payload: { bidderCode } }, nameOf))
  const zh = named.length > 0 ? named.map(([name]) => name).join('、') : `${withheld.length}方`
  const en = named.length > 0 ? named.map(([, name]) => name).join(', ') : `${withheld.length} of them`
  return [
    `${zh}未按时公开随机数，本次抽取无效，重新抽取`,
    `${en} did not reveal in time; the draw is void and repeated`,
  ]
}
