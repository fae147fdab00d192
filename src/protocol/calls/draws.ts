import { z } from 'zod'
import { drawKindNames, drawParameterNames } from '#domain/draw/kinds.ts'
import type { Call } from '../call.ts'
import { outcomeSchema } from '../outcome.ts'
import { wireCommands } from '../wire-command.ts'

const typed = z.string().trim().max(40).default('')
const drawer = z.string().trim().max(50).default('')
/** A value that is to be saved: it has to be what was drawn. */
const value = z
  .union([z.string().trim().max(40), z.number()])
  .transform(String)
  .optional()
/** Start, end and interval of a range, both ends included, and who draws. */
const range = { KaiShiZhi: typed, JieShuZhi: typed, JianZhi: typed, ChouQuRen: drawer }

const drawn = outcomeSchema.extend({
  /** The draw; null where nothing was declared because the value was given. */
  drawId: z.uuid().nullable(),
  /** What was drawn, as it is saved, one for each parameter; empty until the draw is decided. */
  values: z.array(z.string()),
})

const how =
  'Without a value it declares the draw, in which everybody who is present contributes, and answers at once; once it is decided it ' +
  'answers with what was drawn. A value given has to be what was drawn: it stands already, and nobody can choose another.'

function drawCall(name: string, what: string, source: string) {
  return {
    method: 'POST',
    path: `/api/KB_Local/${name}`,
    auth: 'session',
    action: 'DeclareDraw',
    summary: `Draws ${what}. ${how}`,
    source,
    response: drawn,
  } as const satisfies Call
}

const result = z.strictObject({ index: z.number().int(), value: z.string(), saved: z.string() })

/** The draws of evaluation parameters (P4 to P6). */
export const drawCalls = {
  setFValue: {
    ...drawCall('setFValue', 'F; saved as a fraction of four places', 'S0 §5, §7'),
    body: z.strictObject({ ...range, FValue: value }),
  },
  setAErFaBeiTaValue: {
    ...drawCall('setAErFaBeiTaValue', 'alpha and beta', 'S0 §5'),
    body: z.strictObject({
      ...{ KaiShiZhi: typed, JieShuZhi: typed, JianZhi: typed },
      ...{ aErFaChouQuRen: drawer, beiTaChouQuRen: drawer, aErFa: value, beiTa: value },
    }),
  },
  setAGValue: {
    ...drawCall('setAGValue', 'a and g', 'S0 §5, S1 §7'),
    body: z.strictObject({ aChouQuRen: drawer, gChouQuRen: drawer, aValue: value, gValue: value }),
  },
  setK1K2Value: {
    ...drawCall('setK1K2Value', 'k1 and k2', 'S0 §5'),
    body: z.strictObject({
      ...{ k1KaiShiZhi: typed, k1JieShuZhi: typed, k1JianZhi: typed, k1ChouQuRen: drawer, k1: value },
      ...{ k2KaiShiZhi: typed, k2JieShuZhi: typed, k2JianZhi: typed, k2ChouQuRen: drawer, k2: value },
    }),
  },
  setK: {
    ...drawCall('setK', 'K', 'S0 §7, S1 §7'),
    body: z.strictObject({ ChouQuRen: drawer, K: value }),
  },
  setJ: {
    ...drawCall('setJ', 'the fall ratio J', 'S0 §5'),
    body: z.strictObject({ ...range, J: value }),
  },
  SetBasePriceFloatingPercentage: {
    ...drawCall('SetBasePriceFloatingPercentage', 'the floating percentage', 'S0 §5'),
    body: z.strictObject({ ...range, percentage: value }),
  },
  SetBasePriceEvalFactor: {
    ...drawCall('SetBasePriceEvalFactor', 'the factor of the base price', 'S0 §7, S1 §7'),
    body: z.strictObject({ ...range, factor: value }),
  },
  SetPBBenchmarkPriceCoefficient: {
    ...drawCall('SetPBBenchmarkPriceCoefficient', 'the benchmark coefficient', 'S0 §7, S1 §7'),
    body: z.strictObject({ ...range, coefficient: value }),
  },
  SetXiaFuLv: {
    ...drawCall('SetXiaFuLv', 'the fall rate', 'S1 §7, §9'),
    body: z.strictObject({ ChouQuRen: drawer, XiaFuLv: value }),
  },
  setSuiJiSuoYin: {
    ...drawCall('setSuiJiSuoYin', 'a random index for a subject', 'S0 §2 "random index draw"'),
    body: z.strictObject({ ...range, subject: z.string().trim().max(100).default(''), index: value }),
  },
  declareDraw: {
    method: 'POST',
    path: '/api/KB_Local/declareDraw',
    auth: 'session',
    action: 'DeclareDraw',
    summary: 'Declares a draw of any kind: one part, with who draws and a range, for each of its parameters',
    source: 'S0 §4, §5; S1 §9',
    body: wireCommands.DeclareDraw,
    response: outcomeSchema,
  },
  joinDraw: {
    method: 'POST',
    path: '/api/KB_Local/joinDraw',
    auth: 'session',
    action: 'JoinDraw',
    summary:
      'Contributes to a draw: a commitment to 32 random bytes, SHA-256 over the canonical JSON of {attempt, drawId, value}',
    source: 'ours: nobody chooses what is drawn',
    body: wireCommands.JoinDraw,
    response: outcomeSchema,
  },
  stopDraw: {
    method: 'POST',
    path: '/api/KB_Local/stopDraw',
    auth: 'session',
    action: 'StopDraw',
    summary: 'Stops the wheel, from three seconds after the declaration on: all who joined reveal now',
    source: 'S0 §4 "F-value dialog button"',
    body: wireCommands.StopDraw,
    response: outcomeSchema,
  },
  revealDraw: {
    method: 'POST',
    path: '/api/KB_Local/revealDraw',
    auth: 'session',
    action: 'RevealDraw',
    summary: 'Reveals what was committed to, within ten seconds of the stop',
    source: 'ours: nobody chooses what is drawn',
    body: wireCommands.RevealDraw,
    response: outcomeSchema,
  },
  getDraws: {
    method: 'GET',
    path: '/api/KB_Local/getDraws',
    auth: 'session',
    action: 'ReadDraws',
    summary: 'Every draw with its candidates in order (indexList), drawers and results',
    source: 'S0 §4 "stored indexList"',
    response: z.strictObject({
      rows: z.array(
        z.strictObject({
          drawId: z.uuid(),
          kind: z.enum(drawKindNames),
          subject: z.string(),
          phase: z.enum(['joining', 'revealing', 'decided', 'void']),
          attempt: z.number().int(),
          parts: z.array(
            z.strictObject({
              parameter: z.enum(drawParameterNames),
              ChouQuRen: z.string(),
              indexList: z.array(z.string()),
              result: result.nullable(),
            }),
          ),
        }),
      ),
      seq: z.number().int(),
    }),
  },
} as const satisfies Record<string, Call>
