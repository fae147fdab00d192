import { expect, test } from 'vitest'
import type { DrawKind, DrawParameter, DrawRange } from '#domain/draw/kinds.ts'
import type { Command } from '#domain/session/command.ts'
import { ok, type Result } from '#lib/result.ts'
import { drawCalls } from '#protocol/calls/draws.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { drawId, secret } from '#test/draw/draw-commands.ts'
import { drawn, drawSession } from '#test/draw/draw-session.ts'
import type { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { drawHandlers } from './draws.ts'

type CallName = Exclude<
  keyof typeof drawCalls,
  'declareDraw' | 'joinDraw' | 'stopDraw' | 'revealDraw' | 'getDraws'
>
type Part = readonly [parameter: DrawParameter, drawer: string, range: DrawRange | null, candidates: string]

interface Row {
  readonly call: CallName
  readonly body: Readonly<Record<string, string>>
  /** The call's fields for the drawn values, in the order of the parameters. */
  readonly values: readonly string[]
  readonly kind: DrawKind
  readonly subject?: string
  readonly parts: readonly Part[]
}

/** A call's fields for one range, and the range that they declare. */
const typed = { KaiShiZhi: '4', JieShuZhi: '5', JianZhi: '1', ChouQuRen: '甲' }
const range = { start: '4', end: '5', interval: '1' }
const ranged = (parameter: DrawParameter): Part => [parameter, '甲', range, '4,5']

const rows: readonly Row[] = [
  { call: 'setFValue', body: typed, values: ['FValue'], kind: 'f-value', parts: [ranged('fValue')] },
  {
    call: 'setAErFaBeiTaValue',
    body: { KaiShiZhi: '4', JieShuZhi: '5', JianZhi: '1', aErFaChouQuRen: '甲', beiTaChouQuRen: '乙' },
    values: ['aErFa', 'beiTa'],
    kind: 'alpha-beta',
    parts: [ranged('alpha'), ['beta', '乙', null, '1,1.5,2,2.5,3']],
  },
  {
    call: 'setAGValue',
    body: { aChouQuRen: '甲', gChouQuRen: '乙' },
    values: ['aValue', 'gValue'],
    kind: 'a-g',
    parts: [
      ['a', '甲', null, '0.7,0.8,0.9'],
      ['g', '乙', null, '3,4,5'],
    ],
  },
  {
    call: 'setK1K2Value',
    body: {
      ...{ k1KaiShiZhi: '4', k1JieShuZhi: '5', k1JianZhi: '1', k1ChouQuRen: '甲' },
      ...{ k2KaiShiZhi: '10', k2JieShuZhi: '12', k2JianZhi: '1', k2ChouQuRen: '乙' },
    },
    values: ['k1', 'k2'],
    kind: 'k1-k2',
    parts: [ranged('k1'), ['k2', '乙', { start: '10', end: '12', interval: '1' }, '10,11,12']],
  },
  {
    ...{ call: 'setK', body: { ChouQuRen: '甲' }, values: ['K'], kind: 'k' },
    parts: [['k', '甲', null, '20,30,40,50']],
  },
  { call: 'setJ', body: typed, values: ['J'], kind: 'j', parts: [ranged('j')] },
  {
    ...{ call: 'SetBasePriceFloatingPercentage', body: typed, values: ['percentage'] },
    ...{ kind: 'floating-percentage', parts: [ranged('floatingPercentage')] },
  },
  {
    ...{ call: 'SetBasePriceEvalFactor', body: typed, values: ['factor'] },
    ...{ kind: 'base-price-factor', parts: [ranged('basePriceFactor')] },
  },
  {
    ...{ call: 'SetPBBenchmarkPriceCoefficient', body: typed, values: ['coefficient'] },
    ...{ kind: 'benchmark-coefficient', parts: [ranged('benchmarkCoefficient')] },
  },
  {
    ...{ call: 'SetXiaFuLv', body: { ChouQuRen: '甲' }, values: ['XiaFuLv'], kind: 'fall-rate' },
    parts: [['fallRate', '甲', null, '1,0.5,0,-0.5,-1']],
  },
  {
    ...{ call: 'setSuiJiSuoYin', body: { ...typed, subject: '抽取评委' }, values: ['index'] },
    ...{ kind: 'random-index', subject: '抽取评委', parts: [ranged('randomIndex')] },
  },
]

type Answer = Result<{ readonly values: readonly string[] }, Refusal>

/** The calls on a section after its opening time; declared draws are recorded and decided by `decide`. */
function section() {
  const session = drawSession()
  const declared: Command[] = []
  const authority = {
    async submit(_by: unknown, { payload }: Extract<WireCommand, { type: 'DeclareDraw' }>) {
      declared.push({ type: 'DeclareDraw', payload: { ...payload, drawId, secret } })
      return ok({ seq: session.state.seq, entries: [{ payload: { drawId } }] })
    },
  }
  const handlers = drawHandlers({ authority } as unknown as Services)
  return {
    ask(call: CallName, body: Row['body']): Promise<Answer> {
      const { state } = session
      const asked = {
        ...{ body: drawCalls[call].body.parse(body), login: { actor: opener }, language: 'zh-CN' },
        ...{ session: { id: 's1', state, head: state.seq, epoch: 'e' }, commandId: 'c1', address: '' },
      }
      return (handlers[call] as unknown as (context: unknown) => Promise<Answer>)(asked)
    },
    draw() {
      const [command, ...others] = declared
      if (!command || others.length > 0) throw new Error('not one draw was declared')
      return drawn(session, 2, command)
    },
  }
}

test.each(rows)(
  '[DRW-20] [BAS-11] $call declares a draw by its fields, and saves the drawn values',
  async (row) => {
    const { ask, draw } = section()
    expect((await ask(row.call, row.body)).ok).toBe(true)
    const { kind, subject, parts, outcome } = draw()
    const declared = parts.map(({ parameter, drawer, range, candidates }) => [
      ...[parameter, drawer, range],
      candidates.join(','),
    ])
    expect({ kind, subject, parts: declared }).toEqual({
      ...{ kind: row.kind, subject: row.subject ?? '', parts: row.parts },
    })

    const results = outcome?.results ?? []
    const drawnValues = row.values.map((name, i) => [name, results[i]?.value ?? ''] as const)
    const right = { ...row.body, ...Object.fromEntries(drawnValues) }
    expect(await ask(row.call, right)).toMatchObject({
      value: { values: results.map(({ saved }) => saved) },
    })
    for (const [name, value] of drawnValues) {
      // A candidate of another parameter of the same draw is refused, too.
      const other = drawnValues.find(([one, given]) => one !== name && given !== value)?.[1] ?? '999'
      expect(await ask(row.call, { ...right, [name]: other })).toMatchObject({
        error: { code: 'draw-value-differs' },
      })
    }
  },
)

test('the table has every call that draws', () => {
  const drawing = Object.entries(drawCalls).filter(([, { response }]) => 'values' in response.shape)
  expect(rows.map(({ call }) => call).sort()).toEqual(drawing.map(([name]) => name).sort())
})
