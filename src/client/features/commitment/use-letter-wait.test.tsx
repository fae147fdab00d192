import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useLetterWait } from './use-letter-wait.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('[PRE-14] the ten seconds start when the letter becomes visible', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook(({ visible }) => useLetterWait(visible), {
    initialProps: { visible: false },
  })
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
  pass(60_000)
  expect(result.current).toBe(10)
  rerender({ visible: true })
  pass(1000)
  expect(result.current).toBe(9)
  pass(8900)
  expect(result.current).toBe(1)
  pass(300)
  expect(result.current).toBe(0)
  pass(60_000)
  expect(result.current).toBe(0)
})
