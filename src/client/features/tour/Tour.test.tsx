import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { type TourRole, tourStore } from '#client/store/tour.ts'
import { tour as englishTexts } from '#client/texts/en/tour.ts'
import { tour as texts } from '#client/texts/zh-CN/tour.ts'
import { type Answers, renderInRegion } from '#test/client/render-in-region.tsx'
import { standard } from '#variants/standard.ts'
import { Tour } from './Tour.tsx'
import { tours } from './tour-steps.ts'

const who = (role: TourRole) => ({ userType: 1, role, userCode: role, userName: role, ShowName: role })

beforeEach(() => tourStore.getState().leave())
afterEach(() => tourStore.getState().leave())

function take(role: TourRole, answers: Answers = {}, at = '/hall') {
  loginStore.setState({ who: who(role), ready: true })
  tourStore.getState().begin(role)
  return renderInRegion(
    <>
      <main id="main">
        <button type="button" data-tour="enter">
          进入
        </button>
      </main>
      <Tour />
    </>,
    { variant: standard, answers, at },
  )
}

const title = (name: string) => screen.findByRole('heading', { name })
const card = () => screen.getByRole('dialog')
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
const stepNow = () => tourStore.getState().tour?.step

test('a step has the focus, and buttons and arrow keys change it', async () => {
  const { place } = take('supervisor')
  const first = await title(texts['list.title'])
  await waitFor(() => expect(document.activeElement).toBe(first))
  expect(screen.getByText('导览 第 1 步，共 11 步')).toBeTruthy()
  press('下一步')
  const second = await title(texts['wall.title'])
  await waitFor(() => expect(document.activeElement).toBe(second))
  expect(place()).toBe('/watch')
  fireEvent.keyDown(card(), { key: 'ArrowLeft' })
  await title(texts['list.title'])
  expect(place()).toBe('/hall')
  fireEvent.keyDown(card(), { key: 'ArrowLeft' })
  expect(stepNow()).toBe(0)
  fireEvent.keyDown(card(), { key: 'ArrowRight' })
  await title(texts['wall.title'])
})

test('no step asks for a command of the project', () => {
  for (const text of [...Object.values(texts), ...Object.values(englishTexts)])
    expect(text).not.toContain('npm')
})

test('the tour does not hide the page behind it', async () => {
  take('opener')
  await title(texts['list.title'])
  expect(card().getAttribute('aria-modal')).toBeNull()
  expect(screen.getByRole('main')).toBeTruthy()
})

test.each([
  ['its button', () => press('退出导览')],
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
])('%s leaves the tour at any step', async (_, leave) => {
  take('opener')
  act(() => tourStore.getState().goTo(1))
  await title(texts['steps.title'])
  leave()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(tourStore.getState().tour).toBeNull()
})

test('the last step ends the tour by its button, not by a key', async () => {
  take('supervisor')
  act(() => tourStore.getState().goTo(tours.supervisor.length - 1))
  await title(texts['trail.title'])
  fireEvent.keyDown(card(), { key: 'ArrowRight' })
  expect(tourStore.getState().tour).not.toBeNull()
  press('完成导览')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the place is kept over a reload', async () => {
  take('opener')
  act(() => tourStore.getState().goTo(3))
  await title(texts['openerDeadline.title'])
  const kept = sessionStorage.getItem('kaibiao.tour')
  tourStore.setState({ tour: null })
  sessionStorage.setItem('kaibiao.tour', kept ?? '')
  await act(() => tourStore.persist.rehydrate())
  await title(texts['openerDeadline.title'])
})

test('a login that ends, or another person’s, ends the tour', async () => {
  take('opener')
  await title(texts['list.title'])
  act(() => loginStore.setState({ who: who('bidder') }))
  await waitFor(() => expect(tourStore.getState().tour).toBeNull())
})

test('a screen that cannot be shown is said to be so, and the tour goes on', async () => {
  const none = { total: 0, more: false, rows: [], serverTime: '2026-03-02T01:00:00.000Z' }
  take('opener', { getJYPTGongChengLieBiao: none, getBidProjKBEnd: none })
  act(() => tourStore.getState().goTo(1))
  await screen.findByText(/现在无法显示这一屏/)
  press('下一步')
  await title(texts['bar.title'])
})
