import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import type { Role } from '#domain/session/actor.ts'
import { initial } from '#domain/session/state.ts'
import { err, ok } from '#lib/result.ts'
import type { SendCommand } from '#streams/commands.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import { declaration } from '#test/draw/draw-commands.ts'
import { type DrawSession, drawn, drawSession } from '#test/draw/draw-session.ts'
import { DrawPanel } from './DrawPanel.tsx'

type Answer = Awaited<ReturnType<SendCommand>>

afterEach(() => void vi.restoreAllMocks())

/** A section that requires draws of F and of a, g, one minute after its opening time. */
const sectionToDraw = () =>
  drawSession(3, {
    qualification: 0,
    evaluation: { newModel: false, industryCategory: 1, draws: ['f-value'] },
  })

async function show(section: DrawSession, role: Role = 'opener', answer?: SendCommand) {
  const screenOf = await renderInSession(<DrawPanel />, {
    role,
    now: section.now(),
    ...(answer && { answer }),
  })
  screenOf.stands(section.state)
  return { ...screenOf, panel: screen.getByRole('region', { name: '参数抽取' }) }
}

const offered = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('required draws have rows of their own; all others are chosen from the list', async () => {
  const { panel } = await show(sectionToDraw())
  const rows = within(panel).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['a、g待抽取抽取', 'F值待抽取抽取'])
  expect(offered(panel)).toEqual([
    'α、β',
    'K1、K2',
    'K值',
    '下降比值J',
    '评标基准价浮动比例',
    '评标基准价系数',
    '评标基准价下浮系数',
    '下浮率',
    '随机抽取序号',
  ])
})

test('the form of the chosen kind is opened', async () => {
  const { panel } = await show(sectionToDraw())
  fireEvent.change(within(panel).getByLabelText('其他参数'), { target: { value: 'fall-rate' } })
  await press(panel, '抽取所选参数')
  expect(await screen.findByRole('dialog', { name: '抽取 下浮率' })).toBeTruthy()
})

test('the first remaining kind is chosen by default', async () => {
  const { panel } = await show(sectionToDraw())
  await press(panel, '抽取所选参数')
  expect(await screen.findByRole('dialog', { name: '抽取 α、β' })).toBeTruthy()
})

test('a finished draw is not offered again, except for another random index', async () => {
  const section = sectionToDraw()
  drawn(section)
  const list = [{ drawer: '甲', range: null }]
  drawn(section, 1, declaration({ kind: 'k', drawId: crypto.randomUUID(), parts: list }))
  const index = [{ drawer: '乙', range: { start: '1', end: '9', interval: '1' } }]
  const asked = { kind: 'random-index', subject: '评标专家', parts: index } as const
  drawn(section, 1, declaration({ ...asked, drawId: crypto.randomUUID() }))
  const { panel } = await show(section)
  const [ag, f, k, expert] = within(panel).getAllByRole('listitem')
  expect(ag?.textContent).toBe('a、g待抽取抽取')
  expect(f?.textContent).toMatch(/^F值抽取人：刘抽取F = [\d.]+%查看$/)
  expect(k?.textContent).toMatch(/^K值抽取人：甲K = [2345]0查看$/)
  expect(expert?.textContent).toMatch(/^评标专家抽取人：乙[1-9]查看$/)
  expect(offered(panel)).not.toContain('K值')
  expect(offered(panel)).toContain('随机抽取序号')
})

test('a required draw keeps its place once it is drawn', async () => {
  const section = sectionToDraw()
  const parts = ['甲', '乙'].map((drawer) => ({ drawer, range: null }))
  drawn(section, 1, declaration({ kind: 'a-g', parts }))
  const { panel } = await show(section)
  const rows = within(panel).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.slice(0, 3))).toEqual(['a、g', 'F值待'])
})

test('a void draw is listed as required again', async () => {
  const section = sectionToDraw()
  section.say(declaration())
  section.pass(60_000)
  section.tick()
  const { panel } = await show(section)
  expect(within(panel).getAllByRole('listitem').at(-1)?.textContent).toBe('F值待抽取抽取')
  await press(panel, '抽取 F值')
  expect(await screen.findByRole('dialog', { name: '抽取 F值' })).toBeTruthy()
})

test('other roles see the required draws without buttons', async () => {
  const { panel } = await show(sectionToDraw(), 'bidder')
  expect(panel.textContent).toContain('a、g待抽取')
  expect(within(panel).queryByRole('button')).toBeNull()
  expect(within(panel).queryByRole('combobox')).toBeNull()
})

test('the button that opened a draw stays in the page, so that the focus can return to it', async () => {
  const section = sectionToDraw()
  const { panel, stands } = await show(section)
  const button = within(panel).getByRole('button', { name: '抽取 F值' })
  section.say(declaration())
  stands(section.state)
  expect(within(panel).getByRole('button', { name: '查看 F值 的抽取' })).toBe(button)
})

/** Declares a draw of F; the server answers when `answered` is called. */
async function declaringF(section = sectionToDraw()) {
  let answered: (answer: Answer) => void = () => undefined
  const answer = () => new Promise<Answer>((resolve) => (answered = resolve))
  const { panel, stands } = await show(section, 'opener', answer)
  await press(panel, '抽取 F值')
  const form = await screen.findByRole('dialog')
  await type(form, /^抽取人/, '甲')
  await act(async () => void fireEvent.submit(form.querySelector('form') as HTMLFormElement))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const held = () =>
    screen.queryAllByText(/^抽取(所选参数)?$/).map((button) => button.getAttribute('aria-disabled'))
  return {
    panel,
    stands,
    answered: (answer: Answer) => act(async () => answered(answer)),
    said: () => screen.getByRole('status', { hidden: true }).textContent,
    held: () => [...new Set(held())],
  }
}

test('while a draw is being declared a status says so, and no other draw can be started', async () => {
  const { panel, said, held, answered } = await declaringF()
  expect(said()).toBe('正在发起抽取：F值…')
  expect(held()).toEqual(['true'])
  for (const other of ['抽取 F值', '抽取 a、g', '抽取所选参数']) {
    await press(panel, other)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  await answered(ok(1))
  expect(said()).toBe('')
  expect(held()).toEqual([null])
})

test('a refusal is reported, and other draws can be started again', async () => {
  const shown = vi.spyOn(toast, 'error')
  const { panel, said, held, answered } = await declaringF()
  await answered(err({ code: 'draw-running', message: '正在抽取', params: {} }))
  expect(shown).toHaveBeenCalledExactlyOnceWith('正在抽取', 'draw-running')
  expect(said()).toBe('')
  expect(held()).toEqual([null])
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press(panel, '抽取 a、g')
  expect(await screen.findByRole('dialog', { name: '抽取 a、g' })).toBeTruthy()
})

test('buttons are active again when the log starts over before an answer', async () => {
  const section = sectionToDraw()
  const { stands, said, held } = await declaringF(section)
  stands(initial())
  stands(section.state)
  expect(said()).toBe('')
  expect(held()).toEqual([null])
})
