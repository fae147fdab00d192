import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Captions } from './Captions.tsx'
import { Dialog } from './Dialog.tsx'
import { theme } from './theme.ts'

afterEach(cleanup)

test('the live regions stand from the start; each takes the words of its kind', () => {
  const captions = (text: string | null, urgent: boolean) => (
    <ChakraProvider value={theme}>
      <Captions text={text} urgent={urgent} />
    </ChakraProvider>
  )
  const { rerender } = render(captions(null, false))
  const polite = screen.getByRole('status')
  const assertive = screen.getByRole('alert')
  expect([polite.getAttribute('aria-live'), assertive.getAttribute('aria-live')]).toEqual([
    'polite',
    'assertive',
  ])
  rerender(captions('开标结束', false))
  expect([polite.textContent, assertive.textContent]).toEqual(['开标结束', ''])
  rerender(captions('请设置解密时限', true))
  expect([polite.textContent, assertive.textContent]).toEqual(['', '请设置解密时限'])
  expect(screen.getByRole('status')).toBe(polite)
  rerender(captions(null, false))
  expect([polite.textContent, assertive.textContent]).toEqual(['', ''])
})

test('an open dialog hides the page from screen readers, but not the captions', async () => {
  render(
    <ChakraProvider value={theme}>
      <main>唱标一览表</main>
      <Captions text="开标结束" />
      <Dialog open onClose={() => {}} title="确认">
        确认结束
      </Dialog>
    </ChakraProvider>,
  )
  await waitFor(() => expect(screen.queryByRole('main')).toBeNull())
  expect(screen.getByRole('status').textContent).toBe('开标结束')
})
