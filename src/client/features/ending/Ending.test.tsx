import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { Ending } from './Ending.tsx'

const ending = (
  <MemoryRouter>
    <Ending />
  </MemoryRouter>
)

test.each([
  ['bidder', true],
  ['opener', false],
  ['supervisor', false],
] as const)('for the %s the overview is above its confirmation: %s', async (role, above) => {
  await renderInSession(ending, { role, history: histories.confirming(), now: openingTime })
  const overview = screen.getByRole('table')
  const confirmation = screen.getByRole('heading', { name: '一览表确认' })
  const follows = overview.compareDocumentPosition(confirmation) === Node.DOCUMENT_POSITION_FOLLOWING
  expect(follows).toBe(above)
})

test('[END-2] the confirmation form proposes 10 minutes', async () => {
  await renderInSession(ending, { history: histories.atEnd(), now: openingTime })
  expect(screen.getByDisplayValue('10')).toBeTruthy()
})

test('[END-6] the signing form proposes 15 minutes', async () => {
  await renderInSession(ending, { history: histories.confirmed(), now: openingTime })
  expect(screen.getByDisplayValue('15')).toBeTruthy()
})

test('[ANN-6] the overview has 8 rows a page by default and up to 512 by choice', async () => {
  const bids = Array.from({ length: 9 }, (_, i) => ({ name: `投标人${i + 1}`, figures: figuresOf(i + 1) }))
  const { stands } = await renderInSession(ending, { now: openingTime })
  stands(openingOf(bids, 'confirmed').state)
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').length - 1
  expect(rows()).toBe(8)
  const sizes = screen.getByRole('combobox') as HTMLSelectElement
  expect([...sizes.options].map(({ value }) => value)).toEqual(['8', '16', '32', '64', '128', '256', '512'])
})
