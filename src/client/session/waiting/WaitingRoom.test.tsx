import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { preferencesStore } from '#client/store/preferences.ts'
import { waiting } from '#client/texts/zh-CN/waiting.ts'
import * as tone from '#client/voice/test-tone.ts'
import type { Role } from '#domain/session/actor.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import type { History } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { checkResults, noResults } from './check-results.ts'
import { WaitingRoom } from './WaitingRoom.tsx'

beforeEach(() => checkResults.setState(noResults))

const show = (
  history: History,
  role: Role = 'bidder',
  serve: (path: string) => Response | null = () => null,
) => renderInSession(<WaitingRoom />, { role, history, now: openingTime, serve })

test('a bidder reads what follows and on whom it depends, and since when their bid is sealed', async () => {
  const { tell } = await show(histories.entered())
  screen.getByText(waiting['for.decryption-command'])
  const sealed = screen.getByText(/^密封递交于/)
  expect(sealed.textContent).toMatch(/^密封递交于 2026-\d\d-\d\d \d\d:\d\d:\d\d$/)
  tell(histories.decrypting())
  expect(screen.queryByText(waiting.title)).toBeNull()
})

test.each(['opener', 'supervisor'] as const)('there is no waiting room for the %s', async (role) => {
  await show(histories.entered(), role)
  expect(screen.queryByText(waiting.title)).toBeNull()
})

test('the tone is asked about, and a voice that is off is not called heard', async () => {
  const played = vi.spyOn(tone, 'playTestTone').mockResolvedValue(true)
  preferencesStore.setState({ muted: false })
  await show(histories.entered())
  await press(document.body, waiting['sound.play'])
  expect(played).toHaveBeenCalledWith(preferencesStore.getState().volume)
  screen.getByText(waiting['sound.means.asked'])
  await press(document.body, waiting['sound.no'])
  screen.getByText(waiting['sound.means.no'])
  await press(document.body, waiting['sound.again'])
  await press(document.body, waiting['sound.yes'])
  screen.getByText(waiting['sound.means.yes'])
  preferencesStore.setState({ muted: true })
  await screen.findByText(waiting['sound.means.muted'])
  preferencesStore.setState({ muted: false })
})

test('what the checks found is kept from step to step', async () => {
  vi.spyOn(tone, 'playTestTone').mockResolvedValue(true)
  const { tell } = await show(histories.entered())
  await press(document.body, waiting['sound.play'])
  await press(document.body, waiting['sound.yes'])
  tell(histories.decrypting())
  expect(screen.queryByText(waiting.sound)).toBeNull()
  tell(histories.opened())
  screen.getByText(waiting['sound.means.yes'])
})

test('a browser that plays no sound says so', async () => {
  vi.spyOn(tone, 'playTestTone').mockResolvedValue(false)
  await show(histories.entered())
  await press(document.body, waiting['sound.play'])
  await screen.findByText(waiting['sound.means.failed'])
})

test('the round trip is measured, and a server that does not answer is reported', async () => {
  let asked = 0
  const time = { serverTime: '2026-03-02T01:30:00.000Z', epoch: openingTime }
  const { line } = await show(histories.entered(), 'bidder', (path) => {
    if (!path.includes('getServerTimeNoauth')) return null
    asked += 1
    return asked > 5 ? new Response('', { status: 503 }) : Response.json(time)
  })
  line('live')
  await press(document.body, waiting['connection.check'])
  await screen.findByText(`${waiting['connection.means.good']}${waiting['connection.live']}`)
  expect(asked).toBe(5)
  await waitFor(() => press(document.body, waiting['connection.again']))
  await screen.findByText(waiting['connection.means.failed'])
})
