import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DrawState } from '#domain/draw/draw-state.ts'
import type { Role } from '#domain/session/actor.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import { bidder, minute, opener } from '#test/domain/sample-actors.ts'
import { contributionOf, declaration, joining, reveal } from '#test/draw/draw-commands.ts'
import { type DrawSession, drawn, drawSession, drawWithheld } from '#test/draw/draw-session.ts'
import { DrawDialog } from './DrawDialog.tsx'

const closed = vi.fn()

/** Shows the last draw of a section. */
async function show(
  section: DrawSession,
  role: Role = 'supervisor',
  { state = section.state, now = section.now() } = {},
) {
  const { id } = section.draw()
  const { stands } = await renderInSession(<DrawDialog drawId={id} onClose={closed} />, { role, now })
  stands(state)
  return screen.findByRole('dialog')
}

const said = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)

test('a draw that opens by itself marks nothing in it as chosen: the focus is on its whole content', async () => {
  const section = drawSession()
  section.say(declaration())
  const dialog = await show(section)
  await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  const status = within(dialog).getByRole('status')
  expect(document.activeElement).toBe(status.parentElement)
})

/** A draw that the second bidder joins without revealing their value. */
function withheld(): DrawSession {
  const section = drawSession()
  drawWithheld(section)
  return section
}

test.each<[Role, string]>([
  ['supervisor', '投标人2'],
  ['opener', '投标人2'],
  ['bidder', '1 方'],
])('the %s is told who withheld a value, and that the draw is repeated without them', async (role, who) => {
  const dialog = await show(withheld(), role)
  expect(said(dialog)).toEqual([
    `第 1 次抽取无效：${who}未按时公开随机数。已自动重新抽取，未公开的一方不再参与。`,
  ])
  expect(within(dialog).getByText('正在抽取，在场各方正在提交随机数承诺')).toBeTruthy()
  // Commitments of the void attempt no longer count.
  expect(within(dialog).queryByText(/^(投标人|本单位).*已承诺$/)).toBeNull()
})

test('[DRW-13] everybody sees when a draw that nobody stops ends by itself, and what the phase means', async () => {
  const section = drawSession()
  section.say(declaration(), opener)
  section.pass(20_000)
  const dialog = await show(section, 'bidder')
  // A second passes before the element is shown.
  expect(within(dialog).getByRole('timer').textContent).toMatch(/^无人停止时，(39|40) 秒后自动停止$/)
  expect(dialog.textContent).toContain('每一方的浏览器先选定一个随机数并锁定，暂不公开，之后不能更换。')
})

test('a repeated draw is decided like any other, and shows why it was repeated', async () => {
  const section = withheld()
  section.say(joining(section.draw(), contributionOf(4)), bidder(1))
  section.pass(3_000)
  section.tick()
  section.say(reveal(section.draw(), contributionOf(4)), bidder(1))
  section.tick()
  const dialog = await show(section)
  expect(said(dialog)[0]).toContain('第 1 次抽取无效：投标人2')
  expect(within(dialog).getByRole('heading', { name: /^抽取结果：F = [\d.]+%$/ })).toBeTruthy()
  expect(dialog.textContent).toContain('本机已按日志重新计算，与抽取结果一致。')
})

test('a draw without contributors is void, and its dialog can only be closed', async () => {
  const section = drawSession()
  section.say(declaration())
  section.pass(60_000)
  section.tick()
  const dialog = await show(section, 'opener')
  expect(said(dialog)).toEqual(['无人参与，抽取无效，请开标人重新抽取。'])
  expect(within(dialog).getByText('本次抽取无效')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: /停止/ })).toBeNull()
  expect(dialog.textContent).not.toContain('本机')
})

const stopButton = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLButtonElement>('button', { name: /^停止/ })

test('the draw cannot be stopped at once; the button shows when', async () => {
  const section = drawSession()
  section.say(declaration())
  section.say(joining(section.draw(), contributionOf(1)), opener)
  // An hour early, so that a slow test does not reach the time.
  const button = stopButton(await show(section, 'opener', { now: section.now() - 60 * minute }))
  expect(button.textContent).toMatch(/^停止（\d+ 秒后可用）$/)
  expect(button.disabled).toBe(true)
})

test.each<[string, number, boolean]>([
  ['nobody contributes', 0, true],
  ['somebody does', 1, false],
])(
  'after the shortest joining time, whether it can be stopped depends on contributors: %s',
  async (_, contributors, disabled) => {
    const section = drawSession()
    section.say(declaration())
    if (contributors > 0) section.say(joining(section.draw(), contributionOf(1)), opener)
    const button = stopButton(await show(section, 'opener', { now: section.now() + 3_000 }))
    expect(button.textContent).toBe('停止')
    expect(button.disabled).toBe(disabled)
  },
)

test('two parameters have one wheel and one list each', async () => {
  const section = drawSession()
  const parts = [
    { drawer: '甲', range: null },
    { drawer: '乙', range: null },
  ]
  drawn(section, 1, declaration({ kind: 'a-g', parts }))
  const dialog = await show(section)
  const [a, g] = section.draw().outcome?.results ?? []
  expect(within(dialog).getByRole('heading', { level: 3, name: /^抽取结果/ }).textContent).toBe(
    `抽取结果：a = ${a?.value}，g = ${g?.value}%`,
  )
  expect(dialog.textContent).toContain('抽取人：甲')
  expect(dialog.textContent).toContain('抽取人：乙')
  const drawnRows = dialog.querySelectorAll('[aria-current=true]')
  expect([...drawnRows].map(({ textContent }) => textContent)).toEqual([
    `${a?.index}：a = ${a?.value}`,
    `${g?.index}：g = ${g?.value}%`,
  ])
})

type Outcome = NonNullable<DrawState['outcome']>

test.each<[string, (draw: DrawState, outcome: Outcome) => Partial<DrawState>, string]>([
  ['an unknown rule', () => ({ rule: 'dice/1' }), '日志中的抽取规则未知。'],
  [
    'a value that was not committed to',
    (_, outcome) => ({ outcome: { ...outcome, values: outcome.values.map(() => 'ab'.repeat(32)) } }),
    '公开的随机数与承诺不符。',
  ],
  [
    'another seed',
    (_, outcome) => ({ outcome: { ...outcome, seed: 'cd'.repeat(32) } }),
    '随机种子与公开的随机数不符。',
  ],
  [
    'another result',
    (_, outcome) => ({
      outcome: { ...outcome, results: outcome.results.map((one) => ({ ...one, value: '0' })) },
    }),
    '抽取结果与随机种子不符。',
  ],
])(
  'a log with %s fails the verification; the text says to tell the supervisor',
  async (_, change, reason) => {
    const section = drawSession()
    const draw = drawn(section)
    const { outcome } = draw
    if (!outcome) throw new Error('a decided draw expected')
    const state = structuredClone(section.state)
    state.draws[draw.id] = { ...draw, ...change(draw, outcome) }
    const dialog = await show(section, 'supervisor', { state })
    expect(said(dialog)).toEqual([`本机按日志重新计算，与抽取结果不一致！请立即告知监督人。${reason}`])
    expect(dialog.textContent).not.toContain('本机已按日志重新计算')
  },
)
