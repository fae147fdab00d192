import Decimal from 'decimal.js'
import { type DrawState, decidedDraw, drawsOf } from '#domain/draw/draw-state.ts'
import type { SessionState } from '#domain/session/state.ts'
import { ok } from '#lib/result.ts'
import { drawCalls } from '#protocol/calls/draws.ts'
import type { DrawCall } from '#protocol/draw-call.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handler, Handlers } from '../transport/handler.ts'
import { callerOf, done, submit } from './command.ts'

/** Draws of evaluation parameters (DRW-20). */
export function drawHandlers({ authority }: Services): Handlers<typeof drawCalls> {
  /** These calls once set a value; now the value is drawn, and one that is sent must equal the drawn one (DRW-20). */
  function drawOrSave(call: DrawCall): Handler<DrawCall> {
    return async (context) => {
      const { state, head } = context.session
      const wire = call.command.toCommand(context.body, callerOf(context))
      if (!wire.ok) return wire
      const said = { Result: true, ResultMessage: done(context.language) }
      const values = call.values(context.body)
      const decided = decidedDraw(state, wire.value.payload.kind, wire.value.payload.subject)
      const given = values.some((value) => value !== undefined)
      if (given && !decided) return refuse('draw-not-decided')
      if (given && decided && !areDrawn(decided, values)) return refuse('draw-value-differs')
      if (decided) return ok({ ...said, seq: head, drawId: decided.id, values: savedValues(decided) })
      const declared = await submit(authority, context, wire.value)
      if (!declared.ok) return declared
      const payloads = declared.value.entries.map((entry) => entry.payload as { drawId: string })
      return ok({ ...said, seq: declared.value.seq, drawId: payloads[0]?.drawId ?? null, values: [] })
    }
  }

  return {
    setFValue: drawOrSave(drawCalls.setFValue),
    setAErFaBeiTaValue: drawOrSave(drawCalls.setAErFaBeiTaValue),
    setAGValue: drawOrSave(drawCalls.setAGValue),
    setK1K2Value: drawOrSave(drawCalls.setK1K2Value),
    setK: drawOrSave(drawCalls.setK),
    setJ: drawOrSave(drawCalls.setJ),
    SetBasePriceFloatingPercentage: drawOrSave(drawCalls.SetBasePriceFloatingPercentage),
    SetBasePriceEvalFactor: drawOrSave(drawCalls.SetBasePriceEvalFactor),
    SetPBBenchmarkPriceCoefficient: drawOrSave(drawCalls.SetPBBenchmarkPriceCoefficient),
    SetXiaFuLv: drawOrSave(drawCalls.SetXiaFuLv),
    setSuiJiSuoYin: drawOrSave(drawCalls.setSuiJiSuoYin),

    getDraws: async ({ session }) => ok({ rows: rowsOf(session.state), seq: session.state.seq }),
  }
}

function savedValues({ outcome }: DrawState): string[] {
  return outcome?.results.map(({ saved }) => saved) ?? []
}

/** Whether the values that are given equal the drawn or the saved ones as numbers. */
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
