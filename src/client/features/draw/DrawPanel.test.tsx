import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#domain/actor.ts'
import { ok } from '#lib/result.ts'
import type { SendCommand } from '#streams/commands.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import { type DrawSession, drawn, drawSession } from '#test/draw/draw-session.ts'
import { declaration } from '#test/draw/draw-world.ts'
import { DrawPanel } from './DrawPanel.tsx'

/** A section that needs F and a, g drawn, a minute after its opening time. */
const section = () =>
  drawSession(3, {
    qualification: 0,
    evaluation: { newModel: false, industryCategory: 1, draws: ['f-value'] },
  })

async function show(world: DrawSession, role: Role = 'opener', answer?: SendCommand) {
  const screenOf = await renderInSession(<DrawPanel />, { role, now: world.now(), ...(answer && { answer }) })
  screenOf.stands(world.state)
  return { ...screenOf, panel: screen.getByRole('region', { name: '参数抽取' }) }
}

const offered = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('what the section needs has a row of its own; everything else is chosen from the list', async () => {
  const { panel } = await show(section())
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
    '随机索引',
  ])
})

test('the form of the kind that was chosen is opened', async () => {
  const { panel } = await show(section())
  fireEvent.change(within(panel).getByLabelText('其他参数'), { target: { value: 'fall-rate' } })
  await press(panel, '抽取所选参数')
  expect(await screen.findByRole('dialog', { name: '抽取 下浮率' })).toBeTruthy()
})

test('without a choice it is the first kind that is left', async () => {
  const { panel } = await show(section())
  await press(panel, '抽取所选参数')
  expect(await screen.findByRole('dialog', { name: '抽取 α、β' })).toBeTruthy()
})

test('what has been drawn is not offered again, but a random index for something else', async () => {
  const world = section()
  drawn(world)
  const list = [{ drawer: '甲', range: null }]
  drawn(world, 1, declaration({ kind: 'k', drawId: crypto.randomUUID(), parts: list }))
  const index = [{ drawer: '乙', range: { start: '1', end: '9', interval: '1' } }]
  const asked = { kind: 'random-index', subject: '评标专家', parts: index } as const
  drawn(world, 1, declaration({ ...asked, drawId: crypto.randomUUID() }))
  const { panel } = await show(world)
  const [ag, f, k, expert] = within(panel).getAllByRole('listitem')
  expect(ag?.textContent).toBe('a、g待抽取抽取')
  expect(f?.textContent).toMatch(/^F值抽取人：刘抽取F = [\d.]+%查看$/)
  expect(k?.textContent).toMatch(/^K值抽取人：甲K = [2345]0查看$/)
  expect(expert?.textContent).toMatch(/^评标专家抽取人：乙[1-9]查看$/)
  expect(offered(panel)).not.toContain('K值')
  expect(offered(panel)).toContain('随机索引')
})

test('a draw that came to nothing is to be drawn again', async () => {
  const world = section()
  world.say(declaration())
  world.pass(60_000)
  world.tick()
  const { panel } = await show(world)
  expect(within(panel).getAllByRole('listitem').at(-1)?.textContent).toBe('F值待抽取抽取')
  await press(panel, '抽取 F值')
  expect(await screen.findByRole('dialog', { name: '抽取 F值' })).toBeTruthy()
})

test('others see what is to be drawn, and have nothing to press', async () => {
  const { panel } = await show(section(), 'bidder')
  expect(panel.textContent).toContain('a、g待抽取')
  expect(within(panel).queryByRole('button')).toBeNull()
  expect(within(panel).queryByRole('combobox')).toBeNull()
})

test('the button that a draw was led from stays where the focus comes back to', async () => {
  const world = section()
  const { panel, stands } = await show(world)
  const button = within(panel).getByRole('button', { name: '抽取 F值' })
  world.say(declaration())
  stands(world.state)
  expect(within(panel).getByRole('button', { name: '查看 F值 的抽取' })).toBe(button)
})

test('while a draw is being declared it is said, and nothing else is begun', async () => {
  let answered: () => void = () => undefined
  const answer = () =>
    new Promise<ReturnType<typeof ok<number>>>((resolve) => {
      answered = () => resolve(ok(1))
    })
  const { panel } = await show(section(), 'opener', answer)
  const button = within(panel).getByRole('button', { name: '抽取 F值' })
  const dialog = () => screen.queryByRole('dialog')
  await press(panel, '抽取 F值')
  const form = await screen.findByRole('dialog')
  type(form, /^抽取人/, '甲')
  await act(async () => void fireEvent.submit(form.querySelector('form') as HTMLFormElement))
  await waitFor(() => expect(dialog()).toBeNull())
  const said = () => within(panel).getByRole('status').textContent
  expect(said()).toBe('正在发起抽取：F值…')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await press(panel, '抽取 F值')
  expect(dialog()).toBeNull()
  await act(async () => answered())
  expect(said()).toBe('')
  expect(button.getAttribute('aria-disabled')).toBeNull()
})
