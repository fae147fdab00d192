import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { err } from '#lib/result.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { press, renderInSession, type Scene, type } from '#test/client/render-in-session.tsx'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { BasePricePanel } from './BasePricePanel.tsx'

afterEach(() => void vi.restoreAllMocks())

const evaluation = {
  basePrice: { steps: [{ kind: 'lower' as const, by: { fixed: '3', unit: 'percent' as const } }] },
}

function announced(): SessionEvent[] {
  return histories.announced({ evaluation })
}

function calculated(): SessionEvent[] {
  const result = calculateBasePrice(stateAfter(announced()))
  if (!result.ok) throw new Error(result.error.code)
  return [...announced(), event('BasePriceCalculated', { calculation: result.value })]
}

const price = '970001.94'
const saved = () => [...calculated(), event('BasePriceSaved', { price })]
const leftOut = event('BasePriceParticipationSet', {
  bidderCode: bidderCode(1),
  takesPart: false,
  reason: '报价存疑',
})

const show = (scene: Scene) => renderInSession(<BasePricePanel />, scene)

test('[BAS-1] nothing is shown without a rule, and before the announcement', async () => {
  const { tell } = await show({ history: histories.announced() })
  expect(screen.queryByRole('region')).toBeNull()
  tell(histories.opened({ evaluation }))
  expect(screen.queryByRole('region')).toBeNull()
})

test('[BAS-4] the opener calculates; everybody sees the working step by step', async () => {
  const { sent, tell } = await show({ history: announced() })
  expect(screen.getByText('评标基准价尚未计算')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存评标基准价' })).toBeNull()
  await press(document.body, '计算评标基准价')
  expect(sent).toEqual([{ type: 'CalculateBasePrice', payload: {} }])
  tell(calculated())
  expect(screen.getByText('970,001.94 元')).toBeTruthy()
  const steps = within(screen.getByRole('region', { name: '计算过程' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    '报价合计1,000,001.50 + 1,000,002.50 = 2,000,004',
    '算术平均值2,000,004 ÷ 2 = 1,000,002',
    '下浮1,000,002 × (1 − 3%) = 970,001.94',
    '四舍五入970,001.94 ≈ 970,001.94',
  ])
})

test('[BAS-6] the opener saves the calculated price after a confirmation', async () => {
  const { sent, tell } = await show({ history: calculated() })
  expect(screen.getByText('已计算，尚未保存')).toBeTruthy()
  await press(document.body, '保存评标基准价')
  await press(await screen.findByRole('alertdialog'), '保存评标基准价')
  await waitFor(() => expect(sent).toEqual([{ type: 'SaveBasePrice', payload: { price } }]))
  tell(saved())
  expect(screen.getByText('已保存')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存评标基准价' })).toBeNull()
})

test('[BAS-6] a refused saving is said and leaves the dialog open', async () => {
  const said = vi.spyOn(toast, 'error')
  const refused = { code: 'base-price-differs', params: {} } as const
  const message = messageFor('zh-CN', refused)
  const failure = { ...refused, message, Result: false, ResultMessage: message, requestId: '' } as const
  await show({ history: calculated(), answer: async () => err(failure) })
  await press(document.body, '保存评标基准价')
  await press(await screen.findByRole('alertdialog'), '保存评标基准价')
  await waitFor(() => expect(said.mock.calls[0]?.[0]).toContain('保存的评标基准价与计算结果不一致！'))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
})

test('[BAS-2] the opener leaves a bid out with a reason', async () => {
  const { sent } = await show({ history: announced() })
  await press(document.body, '不参与计算 投标人1')
  const dialog = await screen.findByRole('alertdialog')
  await press(dialog, '不参与评标基准价计算')
  expect(within(dialog).getByRole('alert').textContent).toBe('请填写参与或不参与评标基准价计算的原因！')
  await type(dialog, /^原因/, '报价存疑')
  await press(dialog, '不参与评标基准价计算')
  const payload = { bidderCode: bidderCode(1), takesPart: false, reason: '报价存疑' }
  await waitFor(() => expect(sent).toEqual([{ type: 'SetBasePriceParticipation', payload }]))
})

test('[BAS-5] after a change the price is struck out and has to be calculated again', async () => {
  await show({ history: [...saved(), leftOut] })
  expect(screen.getByText('计算之后参与情况有变化，须重新计算')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '计算过程' })).toBeNull()
  expect(screen.getByRole('button', { name: '重新计算' })).toBeTruthy()
  expect(screen.getByText('开标人设定：报价存疑')).toBeTruthy()
})

test('[BAS-2] a bidder sees their own price, whether they take part and why, and no act of the opener', async () => {
  await show({ role: 'bidder', history: [...calculated(), leftOut] })
  expect(screen.getByText('1,000,001.50 元')).toBeTruthy()
  expect(screen.getByText('不参与 (开标人设定：报价存疑)')).toBeTruthy()
  for (const name of ['重新计算', '保存评标基准价', '参与计算 投标人1'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('[BAS-6] a bidder asks the server for the saved base price', async () => {
  const answer = {
    ...{ BaseTotalPrice: price, isCurrent: true, isSaved: true, calculation: null },
    ...{ isEnableQuotationReviewGroup: false, seq: 9 },
  }
  const serve = (path: string) =>
    path.includes('getBaseTotalPrice')
      ? new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
      : null
  await show({ role: 'bidder', history: saved(), serve })
  await press(document.body, '更新')
  expect((await screen.findByText(/^已于 .* 更新$/)).getAttribute('role')).toBe('status')
})

test('[BAS-10] the quotation review group is told to everybody, and signing locks the base price', async () => {
  const started = event('ReviewGroupStarted', { price })
  const { tell } = await show({ role: 'supervisor', history: [...saved(), started] })
  expect(screen.getByText('评标基准价超过一千万元，已启动报价评审组。')).toBeTruthy()
  tell(saved())
  expect(screen.queryByText('评标基准价超过一千万元，已启动报价评审组。')).toBeNull()
})

test('[BAS-5] a bidder’s own row stays above the others', async () => {
  await show({ role: 'bidder', history: calculated() })
  const table = screen.getAllByRole('table').find((one) => within(one).queryByText('投标人1'))
  const [, first] = within(table as HTMLElement).getAllByRole('row')
  expect(first?.dataset.pinned).toBe('true')
})
