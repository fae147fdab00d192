import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { tourStore } from '#client/store/tour.ts'
import { hall as texts } from '#client/texts/zh-CN/hall.ts'
import type { Role } from '#domain/session/actor.ts'
import type { OpeningToday } from '#protocol/calls/openings-today.ts'
import { renderInRegion } from '#test/client/render-in-region.tsx'
import { standard } from '#variants/standard.ts'
import { Home } from './Home.tsx'

afterEach(() => vi.unstubAllGlobals())

const now = Date.parse('2026-03-02T01:00:00.000Z')
const serverTime = { serverTime: new Date(now).toISOString(), epoch: now }
const opening = (n: number, changes: Partial<OpeningToday> = {}): OpeningToday => ({
  ...{ bdbh: `HALL-${n}`, bdmc: `标段${n}`, OpenBidTime: '2026-03-02T06:30:00.000Z', running: false },
  ...changes,
})

const show = (sections: readonly OpeningToday[] | null, variant = standard) =>
  renderInRegion(<Home />, {
    variant,
    answers: {
      getServerTimeNoauth: serverTime,
      ...(sections && { getOpeningsToday: { sections, more: false } }),
    },
  })
const today = () => screen.findByRole('region', { name: texts.todayTitle })
const lines = async () => within(await today()).getAllByRole('listitem')

test('[LST-15] home says what opens today, and what is under way', async () => {
  show([opening(1, { OpenBidTime: '2026-03-02T00:30:00.000Z', running: true }), opening(2)])
  await screen.findByText('标段1')
  await waitFor(async () =>
    expect((await lines()).map(({ textContent }) => textContent)).toEqual([
      '08:30标段1HALL-1正在开标',
      '14:30标段2HALL-2待开标',
    ]),
  )
  expect(screen.getByRole('region', { name: texts.takePart })).toBeTruthy()
})

test('[LST-15] of many it shows eight, and says how many there are besides', async () => {
  show(Array.from({ length: 11 }, (_, n) => opening(n)))
  await screen.findByText('另有 3 个标段，登录后在列表中查看。')
  expect(await lines()).toHaveLength(8)
})

test('[LST-15] where it cannot be read home says so, and it can be tried again', async () => {
  const { asked } = show(null)
  await screen.findByText(texts.todayFailed)
  const times = () => asked.filter(({ name }) => name === 'getOpeningsToday').length
  expect(times()).toBe(1)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '重试' })))
  await waitFor(() => expect(times()).toBe(2))
})

test('[LST-15] a day without openings', async () => {
  show([])
  await screen.findByText(texts.todayNone)
})

test('[LST-15] a region may leave it out: then nobody asks', async () => {
  const { asked } = show([opening(1)], { ...standard, hall: { ...standard.hall, openingsOnHome: false } })
  await screen.findByText(texts.takePart)
  await waitFor(() => expect(asked.some(({ name }) => name === 'getServerTimeNoauth')).toBe(true))
  expect(screen.queryByText(texts.todayTitle)).toBeNull()
  expect(asked.some(({ name }) => name === 'getOpeningsToday')).toBe(false)
})

const region = (demo: boolean, testAccounts: boolean) => ({
  ...{ name: standard.name, demo, testAccounts, variant: standard },
})
const account = (role: Role, userCode: string) => ({
  ...{ role, userCode, password: 'p', ShowName: userCode, certificate: null },
})
const takeTour = (role: string) =>
  screen.queryByRole('button', { name: texts.homeTourOf.replace('{{role}}', role) })

test.each([
  [true, true, 3],
  [true, false, 0],
  [false, true, 0],
])('the tour is offered where demo accounts are (demo %s, test accounts %s)', async (demo, test, count) => {
  renderInRegion(<Home />, { variant: standard, answers: { getVariant: region(demo, test) } })
  await screen.findByText(texts.takePart)
  const roles = [texts.tour_opener, texts.tour_bidder, texts.tour_supervisor]
  expect(roles.filter((role) => takeTour(role)).length).toBe(count)
})

test('the tour begins with the demo account of its role; of the bidders with the last, whose bid is sealed', async () => {
  const later = '2126-03-02T01:00:00.000Z'
  const who = { userType: 2, role: 'bidder', userCode: 'b2', userName: 'b2', ShowName: 'b2' }
  const { asked, place } = renderInRegion(<Home />, {
    variant: standard,
    answers: {
      getVariant: region(true, true),
      getDemoAccounts: [account('opener', 'o'), account('bidder', 'b1'), account('bidder', 'b2')],
      testLogin: { ...who, token: 't', accessExpiresAt: later, refreshToken: 'r', expiresAt: later },
    },
  })
  await screen.findByText(texts.takePart)
  await act(async () => void fireEvent.click(takeTour(texts.tour_bidder) as HTMLElement))
  await waitFor(() => expect(place()).toBe('/hall'))
  expect(asked.find(({ name }) => name === 'testLogin')?.sent).toEqual({ UserCode: 'b2' })
  expect(loginStore.getState().who).toMatchObject({ userCode: 'b2' })
  expect(tourStore.getState().tour).toMatchObject({ role: 'bidder', step: 0 })
  tourStore.getState().leave()
})

test('a role without a demo account is said', async () => {
  renderInRegion(<Home />, {
    variant: standard,
    answers: { getVariant: region(true, true), getDemoAccounts: [] },
  })
  await screen.findByText(texts.takePart)
  await act(async () => void fireEvent.click(takeTour(texts.tour_opener) as HTMLElement))
  await screen.findByText(texts.homeTourNobody)
  expect(tourStore.getState().tour).toBeNull()
})
