import { cleanup } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { toaster } from '#client/ui/toaster.ts'
import { theme } from '#test/client/theme.ts'

// For all files, because those of a worker share its modules.
vi.mock('socket.io-client', () => import('#test/client/section-server.ts'))
vi.mock('#client/ui/PdfPages.tsx', () => import('#test/client/pdf-pages.tsx'))

// The page's global style sheet, which happy-dom applies to nothing, takes a tenth of the time of a render.
Object.assign(theme, { _global: [] })

// React records a stack for each element, for its warnings, up to a number a second. That takes a sixth of the time.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
})

// There is no server. What a screen still asks for once its test has ended, and with it the stand-in, fails quietly.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

// The files of a worker share the page, so each test restores it.
afterEach(() => {
  cleanup()
  toaster.remove()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  loginStore.setState({ who: null })
})
