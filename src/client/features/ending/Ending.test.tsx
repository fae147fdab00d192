import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as story from '#test/domain/story.ts'
import { openingTime } from '#test/domain/world.ts'
import { Ending } from './Ending.tsx'

test.each([
  ['bidder', true],
  ['opener', false],
  ['supervisor', false],
] as const)('to the %s the overview stands above its confirmation: %s', async (role, above) => {
  const ending = (
    <MemoryRouter>
      <Ending />
    </MemoryRouter>
  )
  await renderInSession(ending, { role, history: story.confirming(), now: openingTime })
  const overview = screen.getByRole('table')
  const confirmation = screen.getByRole('heading', { name: '一览表确认' })
  const follows = overview.compareDocumentPosition(confirmation) === Node.DOCUMENT_POSITION_FOLLOWING
  expect(follows).toBe(above)
})
