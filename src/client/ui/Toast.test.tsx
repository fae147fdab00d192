import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { Toasts, toast } from './Toast.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(): void {
  render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <Toasts />
      </ChakraProvider>
    </I18nextProvider>,
  )
}

const styleOf = (name: string) => document.documentElement.style.getPropertyValue(name)

test('a repeated message is shown once and read out again', async () => {
  show()
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

test('a toast keeps clear of the names of a table’s rows', async () => {
  show()
  // There is no layout here.
  const width = 1024
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(width)
  const name = document.body.appendChild(document.createElement('div'))
  name.setAttribute('role', 'rowheader')
  const top = window.innerHeight - 200
  name.getBoundingClientRect = () => new DOMRect(0, top, width, 180)
  act(() => toast.success('已保存'))
  await screen.findByText('已保存')
  const bottom = () => styleOf('--kb-toast-bottom')
  await waitFor(() => expect(bottom()).toBe('208px'))
  name.getBoundingClientRect = () => new DOMRect(0, top, 100, 180)
  await waitFor(() => expect(bottom()).toBe('80px'))
  expect(styleOf('--kb-toast-side')).toBe('flex-end')
  name.remove()
})

test('a toast does not come below a mouse at rest', async () => {
  show()
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1024)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
  const move = (type: string) => {
    const event = Object.assign(new Event('pointermove'), { pointerType: type })
    window.dispatchEvent(Object.assign(event, { clientX: 1024 - 16, clientY: window.innerHeight - 100 }))
  }
  const side = () => styleOf('--kb-toast-side')
  move('mouse')
  act(() => toast.success('已保存一'))
  await waitFor(() => expect(side()).toBe('center'))
  move('touch')
  act(() => toast.success('已保存二'))
  await screen.findByText('已保存二')
  await waitFor(() => expect(side()).toBe('flex-end'))
})

test.each([
  ['a notice with the same words', '请先填写人员录入信息', true],
  ['a longer sentence with them', '唱标后，请先填写人员录入信息。', true],
  ['another notice', '请先唱标', false],
])('beside %s (%s) a toast is left to screen readers: %s', async (_, said, repeats) => {
  show()
  const notice = document.body.appendChild(document.createElement('p'))
  notice.setAttribute('role', 'status')
  notice.textContent = said
  notice.getBoundingClientRect = () => new DOMRect(0, 0, 300, 40)
  const pointed = vi.fn()
  notice.animate = pointed
  act(() => toast.warning('请先填写人员录入信息!'))
  const title = await screen.findByText('请先填写人员录入信息!')
  const shown = title.closest<HTMLElement>('[data-part=root]')
  expect(shown?.dataset.repeats !== undefined).toBe(repeats)
  expect(pointed).toHaveBeenCalledTimes(repeats ? 1 : 0)
  notice.remove()
})
