import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tasks } from '#client/texts/zh-CN/tasks.ts'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { standard } from '#variants/standard.ts'
import { PageTarget } from '../PageTarget.tsx'
import { TaskList } from './TaskList.tsx'

const screenOf = (
  <>
    <TaskList step="opening" />
    <PageTarget name="command">形式</PageTarget>
  </>
)

test('the opener’s tasks say what is done, mark the next one, and lead there', async () => {
  const { tell } = await renderInSession(screenOf, { history: histories.entered() })
  const items = () => screen.getAllByRole('listitem')
  expect(items().map(({ textContent }) => textContent)).toEqual([
    `${tasks.toDo}${tasks.decryptionCommand}`,
    `${tasks.toDo}${tasks.decryption} 0 / 2`,
    `${tasks.toDo}${tasks.enterAnnouncement}`,
  ])
  expect(items()[0]?.getAttribute('aria-current')).toBe('step')
  // The bar's button is not offered before its turn.
  expect(screen.queryByRole('link', { name: tasks.enterAnnouncement })).toBeNull()
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: tasks.decryptionCommand })))
  expect(document.activeElement?.textContent).toBe('形式')
  tell(histories.opened())
  expect(items()[0]?.textContent).toBe(`${tasks.done}${tasks.decryptionCommand}`)
  expect(items()[2]?.getAttribute('aria-current')).toBe('step')
})

test('[PRE-3] before the opening time the task says how many bids are needed, and that they are checked then', async () => {
  const now = openingTime - 60_000
  const variant = { ...standard, rules: { ...standard.rules, refuseTooFewBidders: true } }
  const scene = { history: histories.submitted(), now, variant }
  const { tell } = await renderInSession(<TaskList step="preparation" />, scene)
  const bids = () => screen.getAllByRole('listitem')[0]?.textContent
  expect(bids()).toBe(`${tasks.toDo}${tasks.bids}（至少 3 家，目前 2 家，开标时间到后核定）`)
  tell([...histories.submitted(), histories.submissionOf(3)])
  expect(bids()).toBe(`${tasks.toDo}${tasks.bids}（至少 3 家，目前已够，开标时间到后核定）`)
})

test('[HLT-9] while the lot is paused no task is next, and a lot that was stopped leaves the opener none', async () => {
  const { tell } = await renderInSession(screenOf, { history: histories.entered() })
  const halt = (kind: 'paused' | 'stopped') =>
    event('OpeningHalted', { kind, reason: '停电', recorder: '周记录', name: '王主持' })
  tell([...histories.entered(), halt('paused')])
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(document.querySelector('[aria-current="step"]')).toBeNull()
  tell([...histories.entered(), halt('stopped')])
  expect(screen.queryAllByRole('listitem')).toEqual([])
})

test('once all tasks are done they are shown on request only', async () => {
  const { tell } = await renderInSession(screenOf, { history: histories.opened() })
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  tell(histories.announced())
  expect(screen.queryAllByRole('listitem')).toEqual([])
  const unfold = screen.getByRole('button', { expanded: false })
  expect(unfold.textContent).toBe('全部 3 项')
  await act(async () => void fireEvent.click(unfold))
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(unfold.getAttribute('aria-expanded')).toBe('true')
})

test.each(['bidder', 'supervisor'] as const)('the %s has no such list', async (role) => {
  await renderInSession(screenOf, { role, history: histories.entered() })
  expect(screen.queryAllByRole('listitem')).toEqual([])
})
