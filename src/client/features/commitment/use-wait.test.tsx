import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWait } from './use-wait.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('[PRE-14] ten seconds are counted from when the letter is in sight, and not before', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook(({ inSight }) => useWait(inSight), {
    initialProps: { inSight: false },
  })
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
  pass(60_000)
  expect(result.current).toBe(10)
  rerender({ inSight: true })
  pass(1000)
  expect(result.current).toBe(9)
  pass(8900)
  expect(result.current).toBe(1)
  pass(300)
  expect(result.current).toBe(0)
  pass(60_000)
  expect(result.current).toBe(0)
})
