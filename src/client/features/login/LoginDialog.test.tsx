import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { login } from '#client/texts/zh-CN/login.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { renderInRegion } from '#test/client/render-in-region.tsx'
import { full } from '#variants/full.ts'
import { shipped } from '#variants/load.ts'
import { LoginDialog } from './LoginDialog.tsx'
import { modeNames, roleNames } from './role-names.ts'

test.each(shipped)('[ACC-8] $name offers its kinds of user and their login methods', async (variant) => {
  const { tabs, defaultRole } = variant.login
  renderInRegion(<LoginDialog />, { variant, at: '/?login' })
  await screen.findByRole('dialog')
  const roles = tabs.map(({ role }) => login[roleNames[role]])
  const shown = () => [...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)
  const chosen = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent
  expect(chosen()).toBe(login[roleNames[defaultRole]])
  for (const { role, modes } of tabs) {
    await act(async () => void fireEvent.click(screen.getByText(login[roleNames[role]])))
    const ways = modes.length > 1 ? modes.map((mode) => login[modeNames[mode]]) : []
    expect(shown(), role).toEqual([...roles, ...ways])
  }
})

test('the address follows the login method, and a refusal, even a late one, is not shown for another', async () => {
  const message = messageFor('zh-CN', { code: 'login-failed' })
  const code = 'login-failed'
  const failure = { Result: false, ResultMessage: message, message, code, params: {}, requestId: 'r' }
  const refusal = () => Response.json(failure, { status: 401 })
  const answers: { getVariant: object; testLogin: Response | Promise<Response> } = {
    getVariant: { name: full.name, demo: false, testAccounts: true, variant: full },
    testLogin: refusal(),
  }
  const { place, asked } = renderInRegion(<LoginDialog />, { variant: full, at: '/?login', answers })
  await screen.findByRole('dialog')
  const choose = (name: string) =>
    act(async () => void fireEvent.click(screen.getByText(name, { selector: 'button' })))
  const logIn = async () => {
    fireEvent.change(screen.getByLabelText(login.testCode), { target: { value: 'nobody' } })
    await choose(login.testSubmit)
  }
  const logins = () => asked.filter(({ name }) => name === 'testLogin').length
  await choose(login.modeAccount)
  await logIn()
  await screen.findByText(message)
  await choose(login.modeQr)
  expect(place()).toBe('/?login=qr')
  expect(screen.queryByText(message)).toBeNull()

  await choose(login.modeAccount)
  let answer = (_: Response) => {}
  answers.testLogin = new Promise((resolve) => {
    answer = resolve
  })
  await logIn()
  await waitFor(() => expect(logins()).toBe(2))
  await choose(login.modeQr)
  await act(async () => answer(refusal()))
  await act(async () => {})
  expect(screen.queryByText(message)).toBeNull()
})

test('the address names the login method that is shown first', async () => {
  renderInRegion(<LoginDialog />, { variant: full, at: '/?login=qr' })
  await screen.findByRole('dialog')
  const chosen = [...document.querySelectorAll('[role=tab][aria-selected=true]')]
  expect(chosen.map(({ textContent }) => textContent)).toContain(login.modeQr)
})
