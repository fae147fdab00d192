import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { Clock } from './Clock.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Countdown } from './Countdown.tsx'
import { DataTable } from './DataTable.tsx'
import { DescriptionList } from './DescriptionList.tsx'
import { Dialog } from './Dialog.tsx'
import type { DataColumn } from './data-table.ts'

afterEach(cleanup)

function show(element: ReactElement) {
  const texts = allTexts('zh-CN')
  const wrapped = (inner: ReactElement) => (
    <I18nextProvider i18n={texts}>
      <ChakraProvider value={theme}>{inner}</ChakraProvider>
    </I18nextProvider>
  )
  const view = render(wrapped(element))
  return { again: (inner: ReactElement) => view.rerender(wrapped(inner)) }
}

interface Bid {
  readonly code: string
  readonly price: number
}

const columns: DataColumn<Bid>[] = [
  { key: 'code', header: '编号', isRowHeader: true, cell: (bid) => bid.code },
  {
    key: 'price',
    header: '报价',
    unit: '元',
    align: 'end',
    cell: (bid) => bid.price,
    compare: (a, b) => a.price - b.price,
  },
]
const bids: Bid[] = [
  { code: 'A', price: 30 },
  { code: 'B', price: 10 },
  { code: 'C', price: 20 },
]
const rowKey = (bid: Bid) => bid.code
const codes = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

test('of two facts with the same label none stays when the labels change', () => {
  const facts = (label: string) =>
    [label, `${label}2`, label].map((one, i) => ({ label: one, value: `${i}` }))
  const { again } = show(<DescriptionList items={facts('记录人')} />)
  again(<DescriptionList items={facts('Recorder')} />)
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Recorder',
    'Recorder2',
    'Recorder',
  ])
})

describe('the table on a phone', () => {
  test('a cell without content takes no line on a phone', () => {
    const note: DataColumn<Bid> = {
      key: 'note',
      header: '说明',
      cell: ({ code }) => (code === 'A' ? null : code),
    }
    show(<DataTable caption="投标" columns={[...columns, note]} rows={bids} rowKey={rowKey} />)
    expect(screen.getAllByRole('cell')).toHaveLength(5)
  })

  test('asks for an order on a phone only where there are rows to order', () => {
    const table = (rows: Bid[]) => <DataTable caption="投标" columns={columns} rows={rows} rowKey={rowKey} />
    const { again } = show(table(bids))
    expect(screen.getByLabelText('排序')).toBeTruthy()
    again(table(bids.slice(0, 1)))
    expect(screen.queryByLabelText('排序')).toBeNull()
  })
})

describe('the table', () => {
  test('sorts ascending, descending and back to the original order', () => {
    show(<DataTable caption="投标" columns={columns} rows={bids} rowKey={rowKey} />)
    const head = screen.getByRole('button', { name: /报价/ })
    fireEvent.click(head)
    expect(codes()).toEqual(['B', 'C', 'A'])
    expect(screen.getByRole('columnheader', { name: /报价/ }).getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(head)
    expect(codes()).toEqual(['A', 'C', 'B'])
    fireEvent.click(head)
    expect(codes()).toEqual(['A', 'B', 'C'])
  })

  test('turns pages and shows the number of rows', () => {
    show(<DataTable caption="投标" columns={columns} rows={bids} rowKey={rowKey} pageSizes={[2, 8]} />)
    expect(codes()).toEqual(['A', 'B'])
    fireEvent.click(screen.getByRole('button', { name: '下一页' }))
    expect(codes()).toEqual(['C'])
    expect(screen.getByText('共 3 条')).toBeTruthy()
  })

  test('renders only the rows in view once there are more than a hundred, and on paper all', () => {
    const many = Array.from({ length: 110 }, (_, index) => ({ code: `N${index}`, price: index }))
    show(<DataTable caption="投标" columns={columns} rows={many} rowKey={rowKey} />)
    expect(screen.queryAllByRole('rowheader').length).toBeLessThan(100)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('111')
    fireEvent(window, new Event('beforeprint'))
    expect(screen.queryAllByRole('rowheader')).toHaveLength(110)
    fireEvent(window, new Event('afterprint'))
    expect(screen.queryAllByRole('rowheader').length).toBeLessThan(100)
  })

  test('shows loading, empty and failed states; a failure can be retried', () => {
    const onRetry = vi.fn()
    const { again } = show(<DataTable caption="投标" columns={columns} rows={null} rowKey={rowKey} />)
    expect(screen.getByRole('status', { name: '正在加载…' })).toBeTruthy()
    again(<DataTable caption="投标" columns={columns} rows={[]} rowKey={rowKey} empty="没有投标" />)
    expect(screen.getByText('没有投标')).toBeTruthy()
    const error = { message: '获取列表失败！', onRetry }
    again(<DataTable caption="投标" columns={columns} rows={null} rowKey={rowKey} error={error} />)
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: '重试' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  test('marks the row whose version changed, and no other', () => {
    const table = (rows: readonly Bid[]) => (
      <DataTable
        caption="投标"
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        version={(bid) => String(bid.price)}
      />
    )
    const { again } = show(table(bids))
    again(table(bids.map((bid) => (bid.code === 'B' ? { ...bid, price: 11 } : bid))))
    const marked = screen.getAllByRole('row').filter((row) => row.hasAttribute('data-changed'))
    expect(marked.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['B'])
  })
})

test('a table says nothing of pages where all rows fit the smallest one', () => {
  const table = (sizes: number[]) => (
    <DataTable caption="投标" columns={columns} rows={bids} rowKey={rowKey} pageSizes={sizes} />
  )
  const { again } = show(table([8, 2]))
  expect(screen.getByText('第 1 / 1 页')).toBeTruthy()
  again(table([8, 3]))
  expect(screen.queryByText('第 1 / 1 页')).toBeNull()
  expect(screen.queryByText('共 3 条')).toBeNull()
})

test('a whole table is searched past twenty rows, and has no search before', () => {
  const many = Array.from({ length: 21 }, (_, index) => ({ code: `N${index}`, price: index }))
  const table = (rows: readonly Bid[]) => (
    <DataTable caption="投标" columns={columns} rows={rows} rowKey={rowKey} searchText={rowKey} />
  )
  const { again } = show(table(many.slice(1)))
  expect(screen.queryByRole('searchbox')).toBeNull()
  again(table(many))
  expect(codes()).toHaveLength(21)
  fireEvent.change(screen.getByRole('searchbox', { name: '查询' }), { target: { value: 'N20' } })
  expect(codes()).toEqual(['N20'])
  fireEvent.change(screen.getByRole('searchbox', { name: '查询' }), { target: { value: ' n19 ' } })
  expect(codes()).toEqual(['N19'])
})

describe('the countdown', () => {
  test('shows that the time is over instead of 00:00', () => {
    show(<Countdown milliseconds={0} ended="解密时间已结束" />)
    expect(screen.getByRole('timer').textContent).toBe('解密时间已结束')
  })

  test.each([
    [301_000, null],
    [300_000, '5'],
    [60_000, '1'],
  ])('with %d ms left warns at %s, in words too', (milliseconds, warning) => {
    show(<Clock milliseconds={milliseconds} label="解密剩余时间" until="09:30:00" />)
    expect(screen.getByRole('timer').getAttribute('data-warning')).toBe(warning)
    expect(screen.getByText('截止 09:30:00')).toBeTruthy()
    expect(screen.queryByText(/^不足 \d 分钟$/)?.textContent ?? null).toBe(warning && `不足 ${warning} 分钟`)
  })
})

test.each([
  [120_000, 119_000, null],
  [300_000, 299_000, null],
  [120_000, 60_000, '1'],
  [360_000, 299_000, '5'],
])('[SES-8] the clock of a window of %d ms with %d ms left warns at %s', (whole, milliseconds, warning) => {
  show(<Clock {...{ milliseconds, whole }} label="异议询问剩余时间" until="09:30:00" />)
  expect(screen.getByRole('timer').getAttribute('data-warning')).toBe(warning)
})

test('the clock says that the viewer’s part is done, and warns no more', () => {
  show(<Clock milliseconds={30_000} label="解密剩余时间" until="09:30:00" done="贵单位已完成" />)
  expect(screen.getByText('贵单位已完成')).toBeTruthy()
  expect(screen.queryByText(/不足/)).toBeNull()
  expect(screen.getByRole('timer').textContent).toBe('00:30')
})

test.each([
  ['its first field', <input key="f" aria-label="原因" />, false, '原因'],
  ['the button that cancels, where it has none', '将锁定投标文件。', false, '取消'],
  ['the button that cancels, on a touch screen', <input key="f" aria-label="原因" />, true, '取消'],
])('the confirm dialog gives the focus to %s', async (_, children, matches, focused) => {
  vi.stubGlobal('matchMedia', () => ({ matches }))
  show(
    <ConfirmDialog open onClose={() => {}} title="下达解密指令" onConfirm={() => {}}>
      {children}
    </ConfirmDialog>,
  )
  const has = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  await vi.waitFor(() => expect(has()).toBe(focused))
  vi.unstubAllGlobals()
})

test('pressing a button of the confirm dialog leaves its field only once it is released', () => {
  show(
    <ConfirmDialog open onClose={() => {}} title="下达解密指令" onConfirm={() => {}}>
      <input aria-label="原因" />
    </ConfirmDialog>,
  )
  for (const name of ['取消', /下达解密指令/]) {
    expect(fireEvent.mouseDown(screen.getByRole('button', { name }))).toBe(false)
  }
})

test('the confirm dialog stays open when the act was refused, and closes when it was done', async () => {
  const onClose = vi.fn()
  const onConfirm = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  show(<ConfirmDialog open onClose={onClose} title="下达解密指令" whom="全体投标人" onConfirm={onConfirm} />)
  const dialog = screen.getByRole('alertdialog')
  expect(dialog.textContent).toContain('对象：全体投标人')
  // In sight with the buttons, however long the content is.
  expect(dialog.querySelector('[data-dialog-footer]')?.textContent).toContain('此操作一经确认不可撤销。')
  const button = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: /下达解密指令/ })
  fireEvent.click(button())
  await vi.waitFor(() => expect(button().disabled).toBe(false))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(button())
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test.each([
  [
    'a table',
    <DataTable key="t" caption="保证金" columns={columns} rows={bids} rowKey={rowKey} empty="无" />,
    'H2',
  ],
  ['a field', <input key="i" aria-label="原因" />, 'INPUT'],
])(
  'a dialog that begins with %s gives the focus to its heading or its first control',
  async (_, content, tag) => {
    show(
      <Dialog open onClose={() => {}} title="投标保证金">
        {content}
      </Dialog>,
    )
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe(tag))
  },
)
