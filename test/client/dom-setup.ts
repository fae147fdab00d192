import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'

// The files of a worker share the page: each test cleans up.
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  loginStore.setState({ who: null })
})
