import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { toaster } from '#client/ui/toaster.ts'

// The files of a worker share the page, so each test restores it.
afterEach(() => {
  cleanup()
  toaster.remove()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  loginStore.setState({ who: null })
})
