import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { Field } from './Field.tsx'
import { FilePicker } from './FilePicker.tsx'

afterEach(cleanup)

const file = (name: string, size = 4) => new File(['x'.repeat(size)], name)
const control = () => screen.getByLabelText<HTMLInputElement>(/^附件/)
const choose = (...files: File[]) => fireEvent.change(control(), { target: { files } })
const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

function Picker({ multiple = false, problem = '' }) {
  const [files, setFiles] = useState<readonly File[]>([])
  return (
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <Field label="附件" error={problem} limit="不超过 1 MB">
          <FilePicker files={files} onFiles={setFiles} multiple={multiple} accept=".csv" />
        </Field>
      </ChakraProvider>
    </I18nextProvider>
  )
}

test('a chosen file is shown with its size, gives way to another, and can be removed', () => {
  render(<Picker />)
  choose(file('甲.csv', 1234))
  expect(listed()).toEqual(['甲.csv1.2\u00a0kB'])
  screen.getByText('换一个文件')
  choose(file('乙.csv'))
  expect(listed()).toEqual(['乙.csv4\u00a0B'])
  fireEvent.click(screen.getByRole('button', { name: '移除 乙.csv' }))
  expect(listed()).toEqual([])
  expect(document.activeElement).toBe(control())
})

test('several files are added, a name once', () => {
  render(<Picker multiple />)
  choose(file('甲.csv'), file('乙.csv'))
  choose(file('甲.csv', 9))
  expect(listed()).toEqual(['乙.csv4\u00a0B', '甲.csv9\u00a0B'])
})

test('nothing changes when the browser’s dialog is closed without a file', () => {
  render(<Picker />)
  choose(file('甲.csv'))
  choose()
  expect(listed()).toEqual(['甲.csv4\u00a0B'])
})

test('the control has the field’s name, limit and error', () => {
  render(<Picker problem="请选择文件" />)
  const described = control().getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('不超过 1 MB')
  expect(screen.getByRole('alert').textContent).toBe('请选择文件')
  expect(control().getAttribute('aria-invalid')).toBe('true')
  expect(control().accept).toBe('.csv')
})

test('a file that is dropped beside the zone does not take the page’s place', () => {
  const { unmount } = render(<Picker />)
  // `fireEvent` is false where the browser's own act is held.
  expect(fireEvent.drop(document.body)).toBe(false)
  expect(fireEvent.dragOver(document.body)).toBe(false)
  expect(fireEvent.drop(control())).toBe(true)
  unmount()
  expect(fireEvent.drop(document.body)).toBe(true)
})
