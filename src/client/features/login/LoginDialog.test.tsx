import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { login } from '#client/texts/zh-CN/login.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { MessageCode } from '#protocol/messages/codes.ts'
import { renderInRegion } from '#test/client/render-in-region.tsx'
import { full } from '#variants/full.ts'
import { shipped } from '#variants/load.ts'
import { LoginDialog } from './LoginDialog.tsx'
import { modeNames, roleNames } from './role-names.ts'

/** A refusal by the server, in Chinese. */
function refused(code: MessageCode): Response {
  const message = messageFor('zh-CN', { code })
  const failure = { Result: false, ResultMessage: message, message, code, params: {}, requestId: 'r' }
  return Response.json(failure, { status: 401 })
}

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
  const answers: { getVariant: object; testLogin: Response | Promise<Response> } = {
    getVariant: { name: full.name, demo: false, testAccounts: true, variant: full },
    testLogin: refused('login-failed'),
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
  await act(async () => answer(refused('login-failed')))
  await act(async () => {})
  expect(screen.queryByText(message)).toBeNull()
})

test('[ACC-7] a confirmed code that cannot log in is replaced; why is said once, and in the other language after a switch', async () => {
  const qr = {
    QRID: 'A'.repeat(22),
    QRSecret: 's',
    QRImageBsae64: '',
    QRIntervalTime: 1,
  }
  const message = messageFor('zh-CN', { code: 'login-failed' })
  let asked = 0
  const { texts } = renderInRegion(<LoginDialog />, {
    variant: full,
    at: '/?login=qr',
    answers: {
      getLoginQr: { ...qr, QRExpireTime: '2999-01-01T00:00:00.000Z' },
      get getLoginQrStatus() {
        asked += 1
        return { QRCodeStatus: asked === 1 ? 2 : 0 }
      },
      GetOauth4: refused('login-failed'),
    },
  })
  await screen.findByText(message)
  await waitFor(() => expect(asked).toBeGreaterThan(1))
  expect(screen.getAllByText(message)).toHaveLength(1)
  await act(async () => void (await texts.changeLanguage('en')))
  screen.getByText(messageFor('en', { code: 'login-failed' }))
  expect(screen.queryByText(message)).toBeNull()
})

test('who opens a page that needs a login is told so', async () => {
  renderInRegion(<LoginDialog />, { variant: full, at: '/?login&to=%2Fhall' })
  await screen.findByText(login.neededFirst)
  cleanup()
  renderInRegion(<LoginDialog />, { variant: full, at: '/?login' })
  await screen.findByRole('dialog')
  expect(screen.queryByText(login.neededFirst)).toBeNull()
})

test('the address names the login method that is shown first', async () => {
  renderInRegion(<LoginDialog />, { variant: full, at: '/?login=qr' })
  await screen.findByRole('dialog')
  const chosen = [...document.querySelectorAll('[role=tab][aria-selected=true]')]
  expect(chosen.map(({ textContent }) => textContent)).toContain(login.modeQr)
})
