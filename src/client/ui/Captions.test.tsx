import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { Captions, type ShownCaption } from './Captions.tsx'
import { Dialog } from './Dialog.tsx'

afterEach(cleanup)

const page = (caption: ShownCaption | null) => (
  <I18nextProvider i18n={allTexts('zh-CN')}>
    <ChakraProvider value={theme}>
      <Captions caption={caption} />
    </ChakraProvider>
  </I18nextProvider>
)

test('both live regions exist from the start; each shows prompts of its kind', () => {
  const captions = (text: string | null, urgent: boolean) =>
    page(text === null ? null : { id: 1, text, urgent })
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

test.each([
  ['status', false],
  ['alert', true],
])('the same words twice in a row are inserted into the %s region twice', async (role, urgent) => {
  const said = { text: '投标人1解密成功', urgent }
  const { rerender } = render(page({ id: 1, ...said }))
  const added: (string | null)[] = []
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) added.push(...[...addedNodes].map((node) => node.textContent))
  })
  observer.observe(screen.getByRole(role), { childList: true })
  rerender(page({ id: 1, ...said }))
  rerender(page({ id: 2, ...said }))
  await waitFor(() => expect(added).toEqual([said.text]))
  expect(screen.getByRole(role).textContent).toBe(said.text)
})

test('an open dialog hides the page from screen readers, but not the captions', async () => {
  render(
    <ChakraProvider value={theme}>
      <main>唱标一览表</main>
      <Captions caption={{ id: 1, text: '开标结束', urgent: false }} />
      <Dialog open onClose={() => {}} title="确认">
        确认结束
      </Dialog>
    </ChakraProvider>,
  )
  await waitFor(() => expect(screen.queryByRole('main')).toBeNull())
  expect(screen.getByRole('status').textContent).toBe('开标结束')
})

test('a caption longer than the strip can be scrolled with the keyboard; others take no focus', async () => {
  const stops = () => document.querySelectorAll('[data-caption-strip] [tabindex="0"]').length
  const { rerender } = render(page({ id: 1, text: '开标结束', urgent: false }))
  expect(stops()).toBe(0)
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(95)
  onTestFinished(() => height.mockRestore())
  rerender(page({ id: 2, text: '江河水利建设集团有限公司，投标报价20,000,300.00元。', urgent: false }))
  await waitFor(() => expect(stops()).toBe(1))
})

test('the last five captions can be read again while nothing is said', async () => {
  const { rerender } = render(page(null))
  expect(screen.queryByRole('button')).toBeNull()
  for (const id of [1, 2, 3, 4, 5, 6]) rerender(page({ id, text: `第${id}句`, urgent: false }))
  rerender(page(null))
  fireEvent.click(screen.getByRole('button', { name: '最近的字幕' }))
  const kept = await screen.findByRole('dialog', { name: '最近的字幕' })
  expect([...kept.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    ...['第2句', '第3句', '第4句', '第5句', '第6句'],
  ])
})
