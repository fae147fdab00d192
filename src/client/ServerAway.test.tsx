import { ChakraProvider } from '@chakra-ui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { ServerAway } from './ServerAway.tsx'
import { common as texts } from './texts/zh-CN/common.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function show() {
  vi.useFakeTimers()
  const onRetry = vi.fn()
  render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <ServerAway code="offline" onRetry={onRetry} />
      </ChakraProvider>
    </I18nextProvider>,
  )
  return onRetry
}

test('while the server is away the page says so in a landmark with a heading, and tries again by itself', () => {
  const onRetry = show()
  const main = screen.getByRole('main')
  expect(main.querySelector('h1')?.textContent).toBe(texts.awayTitle)
  act(() => vi.advanceTimersByTime(15_000))
  expect(onRetry.mock.calls.length).toBeGreaterThanOrEqual(1)
  const before = onRetry.mock.calls.length
  fireEvent.click(screen.getByRole('button', { name: texts.retry }))
  expect(onRetry).toHaveBeenCalledTimes(before + 1)
})

test('offline it says that the network is missing, and waits for it', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const onRetry = show()
  screen.getByRole('heading', { level: 1, name: texts.offlineTitle })
  act(() => vi.advanceTimersByTime(60_000))
  expect(onRetry).not.toHaveBeenCalled()
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  screen.getByRole('heading', { level: 1, name: texts.awayTitle })
  act(() => vi.advanceTimersByTime(15_000))
  expect(onRetry).toHaveBeenCalled()
})
