import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { DrawKind } from '#domain/draw/parameters.ts'
import type { TenderInput } from '#domain/tender.ts'
import { renderInSession, type } from '#test/client/render-in-session.tsx'
import * as story from '#test/domain/story.ts'
import { minute, openingTime } from '#test/domain/world.ts'
import { DrawForm } from './DrawForm.tsx'

const closed = vi.fn()

afterEach(() => void closed.mockClear())

/** The form of one kind of draw a minute after the opening time, or at another time. */
async function show(kind: DrawKind, changes: Partial<TenderInput> = {}, now = openingTime + minute) {
  const scene = { history: story.submitted(changes), now }
  const { sent } = await renderInSession(<DrawForm kind={kind} onClose={closed} />, scene)
  return { sent, dialog: await screen.findByRole('dialog') }
}

const start = (dialog: HTMLElement) =>
  act(async () => void fireEvent.submit(dialog.querySelector('form') as HTMLFormElement))
const part = (dialog: HTMLElement, name: string) => within(dialog).getByRole('group', { name })
const said = (where: HTMLElement) =>
  within(where)
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)

function typeRange(where: HTMLElement, [from, to, interval]: readonly [string, string, string]): void {
  type(where, /^开始值/, from)
  type(where, /^结束值/, to)
  type(where, /^间值/, interval)
}

test('α comes from a range and β from its list, each with who draws it', async () => {
  const { sent, dialog } = await show('alpha-beta')
  const [alpha, beta] = [part(dialog, 'α'), part(dialog, 'β')]
  expect(beta.textContent).toContain('从 5 个值中抽取：1, 1.5, 2, 2.5, 3')
  expect(within(beta).queryByLabelText(/^开始值/)).toBeNull()
  await start(dialog)
  expect(said(alpha)).toEqual(['请正确输入相关值!'])
  expect(said(beta)).toEqual(['请填写抽取人'])
  typeRange(alpha, ['0.9', '0.7', '0.1'])
  expect(said(alpha)).toEqual(['请正确输入开始值和结束值!'])
  typeRange(alpha, ['0.7', '0.9', '0.1'])
  expect(alpha.textContent).toContain('从 3 个值中抽取：0.7, 0.8, 0.9')
  expect(said(alpha)).toEqual(['请填写抽取人'])
  type(alpha, /^抽取人/, ' 甲 ')
  await start(dialog)
  expect(sent).toEqual([])
  type(beta, /^抽取人/, '乙')
  await start(dialog)
  const parts = [
    { drawer: '甲', range: { start: '0.7', end: '0.9', interval: '0.1' } },
    { drawer: '乙', range: null },
  ]
  expect(sent).toEqual([{ type: 'DeclareDraw', payload: { kind: 'alpha-beta', subject: '', parts } }])
  expect(closed).toHaveBeenCalledOnce()
})

test('a random index is drawn for a subject', async () => {
  const { sent, dialog } = await show('random-index')
  typeRange(dialog, ['1', '20', '1'])
  type(dialog, /^抽取人/, '甲')
  await start(dialog)
  expect(said(dialog)).toEqual(['请填写抽取内容！'])
  expect(sent).toEqual([])
  type(dialog, /^抽取内容/, '评标专家')
  typeRange(dialog, ['1', '20.5', '1'])
  await start(dialog)
  expect(said(dialog)).toEqual(['请正确输入相关值!'])
  typeRange(dialog, ['1', '20', '1'])
  await start(dialog)
  const parts = [{ drawer: '甲', range: { start: '1', end: '20', interval: '1' } }]
  expect(sent).toMatchObject([{ payload: { kind: 'random-index', subject: '评标专家', parts } }])
})

test.each<[string, Partial<TenderInput>, string]>([
  ['the usual list', {}, '从 5 个值中抽取：1, 0.5, 0, -0.5, -1'],
  ['that of construction in industry 13', { industry: 13 }, '从 4 个值中抽取：0, 1, 2, 3'],
])('a fall rate comes from %s, with nothing to type but who draws', async (_, changes, candidates) => {
  const { sent, dialog } = await show('fall-rate', changes)
  expect(dialog.textContent).toContain(candidates)
  expect(within(dialog).getAllByRole('textbox')).toHaveLength(1)
  await start(dialog)
  expect(said(dialog)).toEqual(['请填写抽取人'])
  type(dialog, /^抽取人/, '甲')
  await start(dialog)
  const parts = [{ drawer: '甲', range: null }]
  expect(sent).toMatchObject([{ payload: { kind: 'fall-rate', parts } }])
})

test('before the opening time it cannot be started', async () => {
  const { dialog } = await show('fall-rate', {}, openingTime - minute)
  expect(dialog.textContent).toContain('开标时间未到，不能抽取参数！')
  expect((within(dialog).getByRole('button', { name: '开始' }) as HTMLButtonElement).disabled).toBe(true)
})
