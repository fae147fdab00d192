import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useTarget } from './use-target.ts'

const selectors = ['#target']
const lookEveryMs = 250

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** A phone's page with a target below the window, which is never brought into sight. */
function showPhone() {
  vi.useFakeTimers()
  const scrolled = vi.fn()
  vi.stubGlobal('scrollBy', scrolled)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 900, 300, 100))
  document.body.innerHTML = '<div id="target"></div>'
  const stand = (innerWidth: number, scrollY: number) => {
    vi.stubGlobal('innerWidth', innerWidth)
    vi.stubGlobal('scrollY', scrollY)
    scrolled.mockClear()
    act(() => vi.advanceTimersByTime(lookEveryMs))
    return scrolled.mock.calls.length
  }
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('scrollY', 300)
  renderHook(() => useTarget(selectors))
  return stand
}

test('whoever scrolls a phone’s page on is left where they are', () => {
  const stand = showPhone()
  expect(stand(390, 300)).toBe(1)
  expect(stand(390, 120)).toBe(0)
})

test('on a phone that was turned and turned back the target is brought into sight again', () => {
  const stand = showPhone()
  expect(stand(390, 300)).toBe(1)
  stand(844, 0)
  expect(stand(390, 0)).toBe(1)
})

test('in a wide window that was a phone’s width the target is brought into sight again', () => {
  const stand = showPhone()
  const intoView = vi.fn()
  Object.assign(document.querySelector('#target') ?? {}, { scrollIntoView: intoView })
  stand(390, 300)
  expect(intoView).not.toHaveBeenCalled()
  stand(1366, 300)
  expect(intoView).toHaveBeenCalledTimes(1)
  stand(1366, 0)
  expect(intoView).toHaveBeenCalledTimes(1)
})
