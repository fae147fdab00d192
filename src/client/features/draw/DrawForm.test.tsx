import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import type { DrawKind } from '#domain/draw/kinds.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { err } from '#lib/result.ts'
import { renderInSession, type Scene, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { minute } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { DrawForm } from './DrawForm.tsx'

const closed = vi.fn()
const declaring = vi.fn()

afterEach(() => {
  vi.restoreAllMocks()
  closed.mockClear()
})

/** The form of one kind of draw, one minute after the opening time unless `now` is given. */
async function show(
  kind: DrawKind,
  changes: Partial<TenderInput> = {},
  now = openingTime + minute,
  answer?: Scene['answer'],
) {
  const scene = { history: histories.submitted(changes), now, ...(answer ? { answer } : {}) }
  declaring.mockClear()
  const { sent } = await renderInSession(
    <DrawForm kind={kind} onDeclaring={declaring} onClose={closed} />,
    scene,
  )
  return { sent, dialog: await screen.findByRole('dialog') }
}

const start = (dialog: HTMLElement) =>
  act(async () => void fireEvent.submit(dialog.querySelector('form') as HTMLFormElement))
const part = (dialog: HTMLElement, name: string) => within(dialog).getByRole('group', { name })
const said = (where: HTMLElement) =>
  within(where)
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)

async function typeRange(
  where: HTMLElement,
  [from, to, interval]: readonly [string, string, string],
): Promise<void> {
  await type(where, /^开始值/, from)
  await type(where, /^结束值/, to)
  await type(where, /^间值/, interval)
}

test('α is drawn from a range and β from its list, each with its drawer', async () => {
  const { sent, dialog } = await show('alpha-beta')
  const [alpha, beta] = [part(dialog, 'α'), part(dialog, 'β')]
  expect(beta.textContent).toContain('从 5 个值中抽取：1、1.5、2、2.5、3')
  expect(within(beta).queryByLabelText(/^开始值/)).toBeNull()
  await start(dialog)
  expect(said(alpha)).toEqual(['请正确输入相关值!'])
  expect(said(beta)).toEqual(['请填写抽取人'])
  await typeRange(alpha, ['0.9', '0.7', '0.1'])
  expect(said(alpha)).toEqual(['请正确输入开始值和结束值!'])
  await typeRange(alpha, ['0.7', '0.9', '0.1'])
  expect(alpha.textContent).toContain('从 3 个值中抽取：0.7、0.8、0.9')
  expect(said(alpha)).toEqual(['请填写抽取人'])
  await type(alpha, /^抽取人/, ' 甲 ')
  await start(dialog)
  expect(sent).toEqual([])
  await type(beta, /^抽取人/, '乙')
  await start(dialog)
  const parts = [
    { drawer: '甲', range: { start: '0.7', end: '0.9', interval: '0.1' } },
    { drawer: '乙', range: null },
  ]
  expect(sent).toEqual([{ type: 'DeclareDraw', payload: { kind: 'alpha-beta', subject: '', parts } }])
  expect(closed).toHaveBeenCalledOnce()
})

test('a random index requires a subject', async () => {
  const { sent, dialog } = await show('random-index')
  await typeRange(dialog, ['1', '20', '1'])
  await type(dialog, /^抽取人/, '甲')
  await start(dialog)
  expect(said(dialog)).toEqual(['请填写抽取内容！'])
  expect(sent).toEqual([])
  await type(dialog, /^抽取内容/, '评标专家')
  await typeRange(dialog, ['1', '20.5', '1'])
  await start(dialog)
  expect(said(dialog)).toEqual(['请正确输入相关值!'])
  await typeRange(dialog, ['1', '20', '1'])
  await start(dialog)
  const parts = [{ drawer: '甲', range: { start: '1', end: '20', interval: '1' } }]
  expect(sent).toMatchObject([{ payload: { kind: 'random-index', subject: '评标专家', parts } }])
})

test.each<[string, Partial<TenderInput>, string]>([
  ['the usual list', {}, '从 5 个值中抽取：1%、0.5%、0%、-0.5%、-1%'],
  ['that of construction in industry 13', { industry: 13 }, '从 4 个值中抽取：0%、1%、2%、3%'],
])('a fall rate is drawn from %s; only the drawer is typed', async (_, changes, candidates) => {
  const { sent, dialog } = await show('fall-rate', changes)
  expect(dialog.textContent).toContain(candidates)
  expect(within(dialog).getAllByRole('textbox')).toHaveLength(1)
  await start(dialog)
  expect(said(dialog)).toEqual(['请填写抽取人'])
  await type(dialog, /^抽取人/, '甲')
  await start(dialog)
  const parts = [{ drawer: '甲', range: null }]
  expect(sent).toMatchObject([{ payload: { kind: 'fall-rate', parts } }])
})

test('a draw cannot be started before the opening time', async () => {
  const { dialog } = await show('fall-rate', {}, openingTime - minute)
  expect(dialog.textContent).toContain('开标时间未到，不能抽取参数！')
  expect((within(dialog).getByRole('button', { name: '开始' }) as HTMLButtonElement).disabled).toBe(true)
})

const rangeTyped = (where: HTMLElement) =>
  [/^开始值/, /^结束值/, /^间值/].map((label) => within(where).getByLabelText<HTMLInputElement>(label).value)

test.each<[DrawKind, Partial<TenderInput>, readonly [string, string, string], string]>([
  ['f-value', { evaluation: { industryCategory: 1 } }, ['8', '12', '0.08'], '从 51 个值中抽取'],
  ['f-value', { evaluation: { industryCategory: 2 } }, ['10', '14', '0.08'], '从 51 个值中抽取'],
  ['f-value', { evaluation: { industryCategory: 4 } }, ['0', '3', '0.1'], '从 31 个值中抽取'],
  ['base-price-factor', {}, ['0', '5', '1'], '从 6 个值中抽取：0、1、2、3、4、5'],
  ['benchmark-coefficient', {}, ['0.97', '0.99', '0.01'], '从 3 个值中抽取：0.97、0.98、0.99'],
])('[DRW-2] for %s with %o its range is proposed', async (kind, changes, range, candidates) => {
  const { sent, dialog } = await show(kind, changes)
  expect(rangeTyped(dialog)).toEqual(range)
  expect(dialog.textContent).toContain(candidates)
  await type(dialog, /^抽取人/, '甲')
  await start(dialog)
  const [from, to, interval] = range
  const parts = [{ drawer: '甲', range: { start: from, end: to, interval } }]
  expect(sent).toMatchObject([{ payload: { kind, subject: '', parts } }])
})

test.each<[DrawKind, string, string]>([
  ['j', '', '0.5'],
  ['floating-percentage', '%', '0.5'],
])('for %s no range is proposed', async (kind, unit, interval) => {
  const { sent, dialog } = await show(kind)
  expect(rangeTyped(dialog)).toEqual(['', '', ''])
  expect(within(dialog).queryAllByText(unit || '%', { exact: true })).toHaveLength(unit ? 3 : 0)
  expect(dialog.textContent).toContain('抽取范围包含两端')
  await type(dialog, /^抽取人/, '甲')
  for (const [range, message] of [
    [['', '3', interval], '请正确输入相关值!'],
    [['1', '3', '0'], '请正确输入间值!'],
    [['1', '30', '10.01'], '请正确输入间值!'],
    [['3', '1', interval], '请正确输入开始值和结束值!'],
    [['-1', '3', interval], '请正确输入开始值和结束值!'],
  ] as const) {
    await typeRange(dialog, range)
    await start(dialog)
    expect(said(dialog)).toEqual([message])
  }
  expect(sent).toEqual([])
  await typeRange(dialog, ['1', '11', '10'])
  await start(dialog)
  expect(sent).toMatchObject([
    { payload: { kind, parts: [{ range: { start: '1', end: '11', interval: '10' } }] } },
  ])
})

test.each<[DrawKind, string]>([
  [
    'f-value',
    '抽取范围包含两端。招标文件不含某一端时，请填写调整后的值，例如不含 8 时填写 8.08。最多 2 位小数。',
  ],
  [
    'base-price-factor',
    '抽取范围包含两端。招标文件不含某一端时，请填写调整后的值，例如不含 0 时填写 1。最多 4 位小数。',
  ],
  ['j', '抽取范围包含两端。招标文件不含某一端时，请填写调整后的值。最多 4 位小数。'],
  ['random-index', '抽取范围包含两端。招标文件不含某一端时，请填写调整后的值。请填写整数。'],
])(
  '[DRW-7] the hint on the ends of the range of %s stays in sight, with its decimals',
  async (kind, hint) => {
    const { dialog } = await show(kind, { evaluation: { industryCategory: 1 } })
    expect(within(dialog).getByText(hint)).toBeTruthy()
  },
)

test('a draw from a list has no hint on the ends of a range', async () => {
  const { dialog } = await show('fall-rate')
  expect(dialog.textContent).not.toContain('抽取范围包含两端')
})

test('the base price factor is at most 5', async () => {
  const { sent, dialog } = await show('base-price-factor')
  await type(dialog, /^抽取人/, '甲')
  await typeRange(dialog, ['0', '6', '1'])
  await start(dialog)
  expect(said(dialog)).toEqual(['请正确输入开始值和结束值!'])
  expect(sent).toEqual([])
})

test('K1 and K2 are drawn from one range each', async () => {
  const { sent, dialog } = await show('k1-k2')
  const [first, second] = [part(dialog, 'K1'), part(dialog, 'K2')]
  await typeRange(first, ['0.5', '0.7', '0.1'])
  await type(first, /^抽取人/, '甲')
  await start(dialog)
  expect([said(first), said(second)]).toEqual([[], ['请正确输入相关值!']])
  await typeRange(second, ['1', '2', '0.5'])
  await type(second, /^抽取人/, '乙')
  await start(dialog)
  const parts = [
    { drawer: '甲', range: { start: '0.5', end: '0.7', interval: '0.1' } },
    { drawer: '乙', range: { start: '1', end: '2', interval: '0.5' } },
  ]
  expect(sent).toMatchObject([{ payload: { kind: 'k1-k2', parts } }])
})

test.each<[DrawKind, readonly string[]]>([
  ['a-g', ['从 3 个值中抽取：0.7、0.8、0.9', '从 3 个值中抽取：3%、4%、5%']],
  ['k', ['从 4 个值中抽取：20、30、40、50']],
])('[DRW-1] %s is drawn from its list', async (kind, candidates) => {
  const { sent, dialog } = await show(kind)
  for (const text of candidates) expect(dialog.textContent).toContain(text)
  const drawers = within(dialog).getAllByRole('textbox')
  expect(drawers).toHaveLength(candidates.length)
  await start(dialog)
  expect(said(dialog)).toEqual(candidates.map(() => '请填写抽取人'))
  for (const drawer of drawers) fireEvent.change(drawer, { target: { value: '甲' } })
  await start(dialog)
  const parts = candidates.map(() => ({ drawer: '甲', range: null }))
  expect(sent).toMatchObject([{ payload: { kind, parts } }])
})

test('after a refusal the form opens again with the typed values', async () => {
  const shown = vi.spyOn(toast, 'error')
  const message = '正在抽取，请等待本次抽取结束！'
  const answer = async () => err({ code: 'draw-running', message, params: {} })
  const { sent, dialog } = await show('fall-rate', {}, openingTime + minute, answer)
  await type(dialog, /^抽取人/, '甲')
  await start(dialog)
  expect(sent).toHaveLength(1)
  expect(shown).toHaveBeenCalledExactlyOnceWith(message, 'draw-running')
  expect(closed).not.toHaveBeenCalled()
  expect(declaring.mock.calls).toEqual([['fall-rate'], [null]])
  const again = await screen.findByRole('dialog')
  expect(within(again).getByLabelText<HTMLInputElement>(/^抽取人/).value).toBe('甲')
})
