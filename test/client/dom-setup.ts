import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { toaster } from '#client/ui/toaster.ts'

// The page is shared by the files that a worker runs: each test leaves it as it found it.
afterEach(() => {
  cleanup()
  toaster.remove()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  loginStore.setState({ who: null })
})
