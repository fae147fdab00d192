import { ChakraProvider } from '@chakra-ui/react'
import { act, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { allTexts } from '#test/client/all-texts.ts'
import { withFakeTimers } from '#test/client/show-in-section.tsx'
import { theme } from '#test/client/theme.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

withFakeTimers()

test('a screen that takes long to load says so', () => {
  render(
    <ChakraProvider value={theme}>
      <I18nextProvider i18n={allTexts('zh-CN')}>
        <LoadingScreen />
      </I18nextProvider>
    </ChakraProvider>,
  )
  const { textContent } = screen.getByRole('status', { name: '正在加载…' })
  expect(textContent).toBe('')
  act(() => void vi.advanceTimersByTime(3000))
  expect(screen.getByRole('status').textContent).toContain('网络较慢')
})
