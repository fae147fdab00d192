import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { login } from '#client/texts/zh-CN/login.ts'
import { renderInRegion } from '#test/client/render-in-region.tsx'
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
