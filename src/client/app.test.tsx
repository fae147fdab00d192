import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { standard } from '#variants/standard.ts'
import { App } from './app.tsx'
import { preferencesStore } from './store/preferences.ts'
import * as languages from './texts/index.ts'
import { common } from './texts/zh-CN/common.ts'
import { Toasts } from './ui/Toast.tsx'

afterEach(() => {
  preferencesStore.getState().setLanguage('zh-CN')
  vi.restoreAllMocks()
})

test('a language whose texts cannot be loaded is not shown, and a message says why', async () => {
  vi.spyOn(languages, 'changeLanguage').mockRejectedValue(new Error('offline'))
  const region = { name: standard.name, demo: false, testAccounts: false, variant: standard }
  vi.stubGlobal('fetch', async () => Response.json(region))
  const routes = createMemoryRouter([{ path: '/', element: <Toasts /> }])
  render(<App texts={allTexts('zh-CN')} theme={theme} routes={routes} />)
  act(() => preferencesStore.getState().setLanguage('en'))
  await screen.findByText(common.languageAway)
  expect(preferencesStore.getState().language).toBe('zh-CN')
  expect(document.documentElement.lang).toBe('zh-CN')
})
