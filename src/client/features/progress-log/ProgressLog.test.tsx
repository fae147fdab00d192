import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { preferencesStore } from '#client/store/preferences.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import type { Role } from '#domain/session/actor.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { ProgressLog } from './ProgressLog.tsx'

afterEach(() => {
  preferencesStore.setState({ logOpen: null })
  vi.unstubAllGlobals()
})

/** The log for that role in a window of that width. */
async function show(role: Role, width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= 16 * Number(/min-width: (\d+)rem/.exec(query)?.[1]),
    addEventListener() {},
    removeEventListener() {},
  }))
  const log = (
    <MemoryRouter>
      <ProgressLog />
    </MemoryRouter>
  )
  await renderInSession(log, { role, history: histories.decrypting() })
}

const button = (name: string) => screen.queryByRole('button', { name })
const isShown = () => screen.queryByRole('heading', { name: shell.logTitle }) !== null

test.each<[Role, number, boolean]>([
  ['bidder', 1366, false],
  ['supervisor', 1366, false],
  ['opener', 1366, true],
  ['bidder', 1440, true],
])('the %s sees the log at %i: %s', async (role, width, shown) => {
  await show(role, width)
  expect(isShown()).toBe(shown)
  expect(button(shell.logOpen) !== null).toBe(!shown)
  expect(button(shell.logClose) !== null).toBe(shown && width < 1440)
})

test('what is chosen is remembered, and the rail takes the focus', async () => {
  await show('bidder', 1366)
  await press(document.body, shell.logOpen)
  expect(isShown()).toBe(true)
  expect(preferencesStore.getState().logOpen).toBe(true)
  await press(document.body, shell.logClose)
  expect(isShown()).toBe(false)
  expect(document.activeElement).toBe(button(shell.logOpen))
  expect(preferencesStore.getState().logOpen).toBe(false)
})
