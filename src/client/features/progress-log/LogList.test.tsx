import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { genesisHash, recordEntry } from '#domain/log/entry.ts'
import { event } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { createFolding } from './fold-lines.ts'
import { LogList } from './LogList.tsx'
import { keyOf, type LogLine } from './log-lines.ts'

const rowHeight = 48
const frameHeight = 480

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(frameHeight)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A log's lines from `first` to `last`. */
function linesOf(first: number, last: number, session = 's'): LogLine[] {
  let previous = genesisHash(session)
  const entries = Array.from({ length: last }, (_, index) => {
    const seq = index + 1
    const place = { seq, at: isoTime(seq * 1000), actor: 'o', role: 'opener', commandId: `${seq}`, previous }
    const entry = recordEntry(event('MessagePosted', { message: `${seq}` }), place, () => '00')
    previous = entry.hash
    return entry
  })
  return entries.slice(first - 1).map((entry) => ({ entry, kind: 'message' }))
}

/** The lines with a warning after the line of `seq`. */
function warned(lines: readonly LogLine[], seq: number): LogLine[] {
  const warning = { window: 'signing', minutesLeft: 5, at: seq * 1000, deadline: isoTime(900_000) } as const
  return lines.flatMap((line): LogLine[] =>
    line.entry.seq === seq ? [line, { entry: line.entry, kind: 'deadline', warning }] : [line],
  )
}

function show(lines: readonly LogLine[], fold?: ReturnType<typeof createFolding>) {
  const list = (now: readonly LogLine[]) => (
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <LogList lines={now} row={keyOf} fold={fold} end={null} maxHeight="none" />
      </ChakraProvider>
    </I18nextProvider>
  )
  const { rerender } = render(list(lines))
  const frame = screen.getByRole('group', { name: shell.logTitle })
  return {
    comes: (now: readonly LogLine[]) => rerender(list(now)),
    scrollTo(top: number) {
      frame.scrollTop = top
      fireEvent.scroll(frame)
    },
    /** The rendered lines with their positions. */
    view: () => screen.getAllByRole('listitem').map((row) => [row.textContent, row.style.transform]),
    /** In pixels: of each line as it was measured, or as it is estimated. */
    height: () => Number.parseInt(screen.getByRole('list').style.height, 10),
    marked: () => screen.getAllByRole('listitem').filter((row) => row.hasAttribute('data-changed')).length,
    count: () => Number(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')),
  }
}

const jump = () => screen.queryByRole('button')

test.each([
  ['after the newest line', 100],
  ['above what is in view', 90],
  ['within what is in view', 77],
  ['below what is in view', 10],
])(
  'a warning told late %s moves nothing for who has scrolled away, and comes in on the way back',
  (_, seq) => {
    const list = show(linesOf(1, 100))
    list.scrollTo(20 * rowHeight)
    const before = list.view()
    expect(before.map(([line]) => line)).toContain('77')
    list.comes(warned(linesOf(1, 102), seq))
    expect(list.view()).toEqual(before)
    expect(jump()?.textContent).toBe(shell.logJumpNew.replace('{{count}}', '3'))
    fireEvent.click(screen.getByRole('button'))
    expect(list.count()).toBe(103)
    expect(jump()).toBeNull()
  },
)

test('earlier lines are added below, and another log replaces the lines', () => {
  const list = show(linesOf(51, 100))
  list.scrollTo(20 * rowHeight)
  const before = list.view()
  list.comes(warned(linesOf(1, 100), 100))
  expect(list.view()).toEqual(before)
  expect(list.count()).toBe(100)
  list.comes(linesOf(1, 100, 'another'))
  expect(list.count()).toBe(100)
  expect(jump()).toBeNull()
})

test('[SNP-7] a folded line keeps its element, and with it the focus, when the oldest lines in it are dropped', () => {
  const lines = linesOf(1, 100).map((line) => ({ ...line, kind: 'people' as const }))
  const list = show(lines.slice(0, 50), createFolding())
  const [folded] = screen.getAllByRole('listitem')
  list.comes(lines.slice(20, 60))
  expect(list.count()).toBe(1)
  list.comes(lines.slice(55, 70))
  expect(screen.getAllByRole('listitem')).toEqual([folded])
  expect(folded?.isConnected).toBe(true)
})

test('[SNP-7] the heights of lines that were dropped are forgotten', () => {
  const measured = 2 * rowHeight
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(measured)
  const lines = linesOf(1, 30)
  const list = show(lines.slice(0, 1))
  for (let count = 2; count <= 30; count += 1) list.comes(lines.slice(0, count))
  expect(list.height()).toBe(30 * measured)
  list.comes(lines.slice(25))
  list.comes(lines)
  const drawn = list.view().length
  expect(drawn).toBeLessThan(30)
  expect(list.height()).toBe(drawn * measured + (30 - drawn) * rowHeight)
})

test('new lines are marked, unless so many come that all in view are new', () => {
  const list = show(linesOf(1, 100))
  expect(list.marked()).toBe(0)
  list.comes(linesOf(1, 102))
  expect(list.marked()).toBe(2)
  list.comes(linesOf(1, 105))
  expect(list.marked()).toBe(5)
  list.comes(linesOf(1, 160))
  expect(list.marked()).toBe(0)
  list.comes(linesOf(1, 161))
  expect(list.marked()).toBe(1)
})
