import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { err } from '#lib/result.ts'
import { renderInSession, type Scene } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { ParametersDialog } from './ParametersDialog.tsx'

const closed = vi.fn()

afterEach(() => {
  vi.restoreAllMocks()
  closed.mockClear()
})

/** The control price as the opener's side sees it. */
function priced(price: string): SessionEvent {
  const controlPrice = { price, remark: '' }
  return event('EvaluationParametersSet', { changes: {}, controlPriceSet: true }, { controlPrice })
}

/** The dialog, opened in a section with this history. */
async function show(history: readonly SessionEvent[], scene: Scene = {}) {
  const section = await renderInSession(<ParametersDialog onClose={closed} />, { history, ...scene })
  return { ...section, dialog: await screen.findByRole('dialog') }
}

const save = (dialog: HTMLElement) =>
  act(async () => void fireEvent.submit(dialog.querySelector('form') as HTMLFormElement))

test('unchanged fields are not sent: a control price imported meanwhile is kept', async () => {
  const history = [...histories.submitted(), priced('4000000.00')]
  const { dialog, tell, sent } = await show(history)
  expect(within(dialog).getByDisplayValue('4000000.00')).toBeTruthy()
  tell([...history, priced('4860000.50')])
  fireEvent.change(within(dialog).getByLabelText(/抽取/), { target: { value: '抽取K值' } })
  await save(dialog)
  expect(closed).toHaveBeenCalledOnce()
  expect(sent).toMatchObject([{ type: 'SetEvaluationParameters', payload: { drawNote: '抽取K值' } }])
  expect(Object.keys(sent[0]?.payload ?? {})).toEqual(['drawNote'])
})

test('a control price that the opener removes is sent, and nothing else', async () => {
  const { dialog, sent } = await show([...histories.submitted(), priced('4000000.00')])
  fireEvent.change(within(dialog).getByDisplayValue('4000000.00'), { target: { value: ' ' } })
  await save(dialog)
  expect(closed).toHaveBeenCalledOnce()
  expect(sent[0]?.payload).toEqual({ controlPrice: '' })
})

test('a change that could not be sent is reported and stays on the screen', async () => {
  const shown = vi.spyOn(toast, 'error')
  const message = '服务器响应超时，请稍后重试！'
  const answer = async () => err({ code: 'time-out', message, params: {} })
  const { dialog } = await show(histories.submitted(), { answer })
  fireEvent.change(within(dialog).getByLabelText(/抽取/), { target: { value: '抽取K值' } })
  await save(dialog)
  expect(shown).toHaveBeenCalledExactlyOnceWith(`修改失败！${message}`, 'time-out')
  expect(closed).not.toHaveBeenCalled()
  expect(within(dialog).getByDisplayValue('抽取K值')).toBeTruthy()
})

test('[TEN-11] the options for the second envelope and for drawings are shown read-only', async () => {
  const { dialog } = await show(
    histories.submitted({ bidFiles: [{ kind: 'technical' }, { kind: 'drawing' }] }),
  )
  for (const name of ['双信封', '投标文件组成']) {
    expect(within(dialog).getByText(name)).toBeTruthy()
    expect(within(dialog).queryByLabelText(name)).toBeNull()
  }
})

test('[TEN-14] a control price above the ceiling price is warned of and needs a reason', async () => {
  const { dialog, sent } = await show(histories.submitted({ ceilingPrice: '4860000.50' }))
  const change = (label: RegExp, value: string) =>
    act(async () => void fireEvent.change(within(dialog).getByLabelText(label), { target: { value } }))
  await change(/^控制价(?!备注)/, '4，860，000．50')
  expect(dialog.textContent).not.toContain('高于最高投标限价')
  await change(/^控制价(?!备注)/, '4,860,000.51')
  expect(dialog.textContent).toContain('高于最高投标限价 4,860,000.50 元')
  await save(dialog)
  expect(within(dialog).getByText('控制价高于最高投标限价，请在控制价备注中填写原因！')).toBeTruthy()
  expect(sent).toEqual([])
  await change(/^控制价备注/, '招标人调整')
  await save(dialog)
  expect(sent[0]?.payload).toEqual({ controlPrice: '4,860,000.51', controlPriceRemark: '招标人调整' })
})

test('[TEN-11] negotiation, form of the price and base price are shown read-only where the tender says them', async () => {
  const evaluation = { negotiated: true, priceType: 2, basePriceMethod: 3, basePrice: {} }
  const { dialog, tell } = await show(histories.submitted({ evaluation }))
  for (const text of ['是否谈判', '报价类型', '评标基准价计算方法', '唱标后按招标文件的规则计算'])
    expect(within(dialog).getByText(text)).toBeTruthy()
  tell(histories.submitted())
  expect(within(dialog).queryByText('报价类型')).toBeNull()
})
