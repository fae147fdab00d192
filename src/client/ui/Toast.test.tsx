import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { Toasts, toast } from './Toast.tsx'

afterEach(cleanup)

test('a repeated message is shown once and read out again', async () => {
  render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <Toasts />
      </ChakraProvider>
    </I18nextProvider>,
  )
  act(() => toast.error('开标时间未到', 'too-early'))
  const first = await screen.findByText('开标时间未到')
  await new Promise((resolve) => setTimeout(resolve, 5))
  await act(async () => toast.error('开标时间未到', 'too-early'))
  const again = screen.getByText('开标时间未到')
  expect(again).not.toBe(first)
  // The code is there for the help desk, and not among the words.
  const shown = again.closest('[data-code]')
  expect(shown?.getAttribute('data-code')).toBe('too-early')
  expect(shown?.textContent).not.toContain('too-early')
})
