import { z } from 'zod'
import { type DrawRange, drawKindNames, drawParameterNames } from '#domain/draw/kinds.ts'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'
import { drawCall } from '../draw-call.ts'
import { wireCommands } from '../wire-command.ts'

const range: DrawRange = { start: 'KaiShiZhi', end: 'JieShuZhi', interval: 'JianZhi' }

const result = z.strictObject({ index: z.number().int(), value: z.string(), saved: z.string() })

/** The draws of evaluation parameters (DRW-1 to DRW-20). */
export const drawCalls = {
  declareDraw: commandCall({
    path: '/api/KB_Local/declareDraw',
    command: 'DeclareDraw',
    summary:
      'Declares a draw of any kind; each of its parameters has a part that names the drawer and a range',
    rules: 'DRW-9 to DRW-12',
    body: wireCommands.DeclareDraw,
    toPayload: (payload) => payload,
    fromPayload: (payload) => payload,
  }),
  setFValue: drawCall({
    name: 'setFValue',
    what: 'F; saved as a fraction of four places',
    rules: 'DRW-2, DRW-8, DRW-20',
    kind: 'f-value',
    parts: [{ drawer: 'ChouQuRen', range, value: 'FValue' }],
  }),
  setAErFaBeiTaValue: drawCall({
    name: 'setAErFaBeiTaValue',
    what: 'alpha and beta',
    rules: 'DRW-1, DRW-20',
    kind: 'alpha-beta',
    parts: [
      { drawer: 'aErFaChouQuRen', range, value: 'aErFa' },
      { drawer: 'beiTaChouQuRen', value: 'beiTa' },
    ],
  }),
  setAGValue: drawCall({
    name: 'setAGValue',
    what: 'a and g',
    rules: 'DRW-1, DRW-20',
    kind: 'a-g',
    parts: [
      { drawer: 'aChouQuRen', value: 'aValue' },
      { drawer: 'gChouQuRen', value: 'gValue' },
    ],
  }),
  setK1K2Value: drawCall({
    name: 'setK1K2Value',
    what: 'k1 and k2',
    rules: 'DRW-20',
    kind: 'k1-k2',
    parts: [
      {
        drawer: 'k1ChouQuRen',
        range: { start: 'k1KaiShiZhi', end: 'k1JieShuZhi', interval: 'k1JianZhi' },
        value: 'k1',
      },
      {
        drawer: 'k2ChouQuRen',
        range: { start: 'k2KaiShiZhi', end: 'k2JieShuZhi', interval: 'k2JianZhi' },
        value: 'k2',
      },
    ],
  }),
  setK: drawCall({
    name: 'setK',
    what: 'K',
    rules: 'DRW-1, DRW-20',
    kind: 'k',
    parts: [{ drawer: 'ChouQuRen', value: 'K' }],
  }),
  setJ: drawCall({
    name: 'setJ',
    what: 'the fall ratio J',
    rules: 'DRW-20',
    kind: 'j',
    parts: [{ drawer: 'ChouQuRen', range, value: 'J' }],
  }),
  SetBasePriceFloatingPercentage: drawCall({
    name: 'SetBasePriceFloatingPercentage',
    what: 'the floating percentage',
    rules: 'DRW-20',
    kind: 'floating-percentage',
    parts: [{ drawer: 'ChouQuRen', range, value: 'percentage' }],
  }),
  SetBasePriceEvalFactor: drawCall({
    name: 'SetBasePriceEvalFactor',
    what: 'the factor of the base price',
    rules: 'DRW-3, DRW-20',
    kind: 'base-price-factor',
    parts: [{ drawer: 'ChouQuRen', range, value: 'factor' }],
  }),
  SetPBBenchmarkPriceCoefficient: drawCall({
    name: 'SetPBBenchmarkPriceCoefficient',
    what: 'the benchmark coefficient',
    rules: 'DRW-3, DRW-20',
    kind: 'benchmark-coefficient',
    parts: [{ drawer: 'ChouQuRen', range, value: 'coefficient' }],
  }),
  SetXiaFuLv: drawCall({
    name: 'SetXiaFuLv',
    what: 'the fall rate',
    rules: 'DRW-1, DRW-20',
    kind: 'fall-rate',
    parts: [{ drawer: 'ChouQuRen', value: 'XiaFuLv' }],
  }),
  setSuiJiSuoYin: drawCall({
    name: 'setSuiJiSuoYin',
    what: 'a random index for a subject',
    rules: 'DRW-3, DRW-11, DRW-20',
    kind: 'random-index',
    hasSubject: true,
    parts: [{ drawer: 'ChouQuRen', range, value: 'index' }],
  }),
  joinDraw: commandCall({
    path: '/api/KB_Local/joinDraw',
    command: 'JoinDraw',
    summary:
      'Contributes to a draw: a commitment to 32 random bytes, SHA-256 over the canonical JSON of {attempt, drawId, value}',
    rules: 'DRW-13',
    body: wireCommands.JoinDraw,
    toPayload: (payload) => payload,
    fromPayload: (payload) => payload,
  }),
  stopDraw: commandCall({
    path: '/api/KB_Local/stopDraw',
    command: 'StopDraw',
    summary:
      'Stops the wheel, at the earliest three seconds after the declaration; everybody who joined now reveals',
    rules: 'DRW-14',
    body: wireCommands.StopDraw,
    toPayload: (payload) => payload,
    fromPayload: (payload) => payload,
  }),
  revealDraw: commandCall({
    path: '/api/KB_Local/revealDraw',
    command: 'RevealDraw',
    summary: 'Reveals the committed value, within ten seconds of the stop',
    rules: 'DRW-15',
    body: wireCommands.RevealDraw,
    toPayload: (payload) => payload,
    fromPayload: (payload) => payload,
  }),
  getDraws: {
    method: 'GET',
    path: '/api/KB_Local/getDraws',
    auth: 'session',
    action: 'ReadDraws',
    summary: 'Every draw with its candidates in order (indexList), drawers and results',
    rules: 'DRW-12, DRW-18',
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
