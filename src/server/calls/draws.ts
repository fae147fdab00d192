import Decimal from 'decimal.js'
import { type DrawState, decidedDraw, drawsOf } from '#domain/draw/draw-state.ts'
import type { DrawKind, DrawRange } from '#domain/draw/kinds.ts'
import type { SessionState } from '#domain/session/state.ts'
import { ok } from '#lib/result.ts'
import type { drawCalls } from '#protocol/calls/draws.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { done, outcome, submit } from './command.ts'

interface Part {
  readonly drawer: string
  readonly range: DrawRange | null
}

/** What a call of the seeds asks for: to draw, or to save values that have been drawn. */
interface Asked {
  readonly kind: DrawKind
  readonly subject?: string
  readonly parts: readonly Part[]
  readonly values: readonly (string | undefined)[]
}

/** Draws of evaluation parameters (P4 to P6). */
export function drawHandlers({ authority }: Services): Handlers<typeof drawCalls> {
  type Asking = Parameters<typeof submit>[1]

  /** The seeds' calls set a value; here it is drawn, and a value that comes along has to be the drawn one. */
  async function drawOrSave(context: Asking, { kind, subject = '', parts, values }: Asked) {
    const { state, head } = context.session
    const said = { Result: true, ResultMessage: done(context.language) }
    const decided = decidedDraw(state, kind, subject)
    const given = values.some((value) => value !== undefined)
    if (given && !decided) return refuse('draw-not-decided')
    if (given && decided && !areDrawn(decided, values)) return refuse('draw-value-differs')
    if (decided) return ok({ ...said, seq: head, drawId: decided.id, values: savedValues(decided) })
    const payload = { kind, subject, parts: [...parts] }
    const declared = await submit(authority, context, { type: 'DeclareDraw', payload })
    if (!declared.ok) return declared
    const payloads = declared.value.entries.map((entry) => entry.payload as { drawId: string })
    return ok({ ...said, seq: declared.value.seq, drawId: payloads[0]?.drawId ?? null, values: [] })
  }

  const ranged = (
    context: Asking & { body: Ranged },
    kind: DrawKind,
    value: string | undefined,
    subject = '',
  ) => drawOrSave(context, { kind, subject, parts: [partOf(context.body)], values: [value] })

  return {
    setFValue: (context) => ranged(context, 'f-value', context.body.FValue),
    setJ: (context) => ranged(context, 'j', context.body.J),
    SetBasePriceFloatingPercentage: (context) =>
      ranged(context, 'floating-percentage', context.body.percentage),
    SetBasePriceEvalFactor: (context) => ranged(context, 'base-price-factor', context.body.factor),
    SetPBBenchmarkPriceCoefficient: (context) =>
      ranged(context, 'benchmark-coefficient', context.body.coefficient),
    setSuiJiSuoYin: (context) => ranged(context, 'random-index', context.body.index, context.body.subject),

    setAErFaBeiTaValue: (context) => {
      const { aErFaChouQuRen, beiTaChouQuRen, aErFa, beiTa } = context.body
      const alpha = partOf({ ...context.body, ChouQuRen: aErFaChouQuRen })
      const parts = [alpha, { drawer: beiTaChouQuRen, range: null }]
      return drawOrSave(context, { kind: 'alpha-beta', parts, values: [aErFa, beiTa] })
    },
    setAGValue: (context) => {
      const { aChouQuRen, gChouQuRen, aValue, gValue } = context.body
      const parts = [aChouQuRen, gChouQuRen].map((drawer) => ({ drawer, range: null }))
      return drawOrSave(context, { kind: 'a-g', parts, values: [aValue, gValue] })
    },
    setK1K2Value: (context) => {
      const { body } = context
      const k1 = { start: body.k1KaiShiZhi, end: body.k1JieShuZhi, interval: body.k1JianZhi }
      const k2 = { start: body.k2KaiShiZhi, end: body.k2JieShuZhi, interval: body.k2JianZhi }
      const parts = [
        { drawer: body.k1ChouQuRen, range: k1 },
        { drawer: body.k2ChouQuRen, range: k2 },
      ]
      return drawOrSave(context, { kind: 'k1-k2', parts, values: [body.k1, body.k2] })
    },
    setK: (context) => {
      const parts = [{ drawer: context.body.ChouQuRen, range: null }]
      return drawOrSave(context, { kind: 'k', parts, values: [context.body.K] })
    },
    SetXiaFuLv: (context) => {
      const parts = [{ drawer: context.body.ChouQuRen, range: null }]
      return drawOrSave(context, { kind: 'fall-rate', parts, values: [context.body.XiaFuLv] })
    },

    declareDraw: (context) => outcome(authority, context, { type: 'DeclareDraw', payload: context.body }),
    joinDraw: (context) => outcome(authority, context, { type: 'JoinDraw', payload: context.body }),
    stopDraw: (context) => outcome(authority, context, { type: 'StopDraw', payload: context.body }),
    revealDraw: (context) => outcome(authority, context, { type: 'RevealDraw', payload: context.body }),

    getDraws: async ({ session }) => ok({ rows: rowsOf(session.state), seq: session.state.seq }),
  }
}

interface Ranged {
  readonly KaiShiZhi: string
  readonly JieShuZhi: string
  readonly JianZhi: string
  readonly ChouQuRen: string
}

function partOf({ KaiShiZhi: start, JieShuZhi: end, JianZhi: interval, ChouQuRen: drawer }: Ranged): Part {
  return { drawer, range: { start, end, interval } }
}

function savedValues({ outcome }: DrawState): string[] {
  return outcome?.results.map(({ saved }) => saved) ?? []
}

/** A value not given may be anything; one given counts as drawn or as saved, however it is written. */
function areDrawn({ outcome }: DrawState, values: readonly (string | undefined)[]): boolean {
  return values.every((value, i) => {
    const result = outcome?.results[i]
    return (
      value === undefined ||
      (result !== undefined && [result.value, result.saved].some((one) => sameNumber(one, value)))
    )
  })
}

function sameNumber(one: string, other: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(other) && new Decimal(one).eq(other)
}

function rowsOf(state: SessionState) {
  return drawsOf(state).map(({ id, kind, subject, phase, attempt, parts, outcome }) => ({
    ...{ drawId: id, kind, subject, phase, attempt },
    parts: parts.map(({ parameter, drawer, candidates }, i) => ({
      ...{ parameter, ChouQuRen: drawer, indexList: [...candidates] },
      result: outcome?.results[i] ?? null,
    })),
  }))
}
