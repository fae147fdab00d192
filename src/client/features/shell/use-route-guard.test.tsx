import { screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { event } from '#domain/session/event.ts'
import { happen, showInSection, withFakeTimers } from '#test/client/show-in-section.tsx'
import * as histories from '#test/domain/histories.ts'
import { useRouteGuard } from './use-route-guard.ts'

withFakeTimers()
beforeEach(() => {
  loginStore.setState({ who: { role: 'bidder', unitCode: null } as never })
})

function Place() {
  useRouteGuard()
  const { pathname, search } = useLocation()
  return <p data-testid="place">{pathname + search}</p>
}

const place = () => screen.getByTestId('place').textContent
const showAt = (route: string) =>
  showInSection(
    <MemoryRouter initialEntries={[`/bid/s/${route}`]}>
      <Routes>
        <Route path="/bid/:sessionId" element={<Place />}>
          <Route path="*" element={null} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )

test('a viewer moves along with the session, also where the end of the opening comes with the last step', () => {
  const announced = histories.announced()
  showAt('bidcall')
  happen(...announced)
  expect(place()).toBe('/bid/s/bidcall')
  happen(...histories.ended().slice(announced.length))
  expect(place()).toBe('/bid/s/bidend')
})

test('whoever opens a section that is over stays where they are', () => {
  showAt('bidcall')
  happen(...histories.ended())
  expect(place()).toBe('/bid/s/bidcall')
})

test('a tab in the address is kept where the second envelope is over, too', () => {
  showAt('bidend?tab=signing')
  happen(...histories.secondEnvelopeCalled(), event('OpeningEnded', {}))
  expect(place()).toBe('/bid/s/bidend?tab=signing')
})
