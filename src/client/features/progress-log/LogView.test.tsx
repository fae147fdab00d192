import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SessionProvider } from '#client/store/session-provider.tsx'
import type { SessionStore } from '#client/store/session-store.ts'
import * as variants from '#client/store/variant.tsx'
import { shell } from '#client/texts/zh-CN/shell.ts'
import * as files from '#client/ui/save-file.ts'
import { TimeZone } from '#client/ui/time-format.ts'
import type { Entry } from '#domain/log/entry.ts'
import { ok } from '#lib/result.ts'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { openingOf } from '#test/domain/session.ts'
import { standard } from '#variants/standard.ts'
import { LogView } from './LogView.tsx'

beforeEach(() => {
  vi.spyOn(variants, 'useVariant').mockReturnValue(standard)
  vi.spyOn(files, 'saveFile').mockReturnValue()
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const { entries, state } = openingOf([{ name: '江河水利', figures: null }], 'staffed')

/** The log with its store; earlier entries come when the test brings them. */
function open(detailed = false) {
  let store: SessionStore | null = null
  const loadEarlier = vi.fn(() => store?.takeEarlier({ kind: 'loading' }))
  render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <SessionProvider
        sessionId="s"
        open={(_, opened) => {
          store = opened
          return { send: async () => ok(1), progress$: NEVER, loadEarlier, close: () => {} }
        }}
      >
        <ChakraProvider value={theme}>
          <TimeZone value={standard.timeZone}>
            <LogView detailed={detailed} maxHeight="none" />
          </TimeZone>
        </ChakraProvider>
      </SessionProvider>
    </I18nextProvider>,
  )
  return { loadEarlier, take: (change: (into: SessionStore) => void) => act(() => store && change(store)) }
}

/** The log of a viewer who joined before its last three entries, of which so many are hidden from them. */
function comeLate(hidden = 0) {
  const { loadEarlier, take } = open()
  const late = entries
    .slice(-3)
    .map((entry, i) => (i < hidden ? { seq: entry.seq, hash: entry.hash } : entry))
  const seq = entries.length - late.length
  take((into) => {
    into.take({ kind: 'snapshot', state: { ...state, seq }, seq, hash: '', joinedAt: seq })
    into.take({ kind: 'batch', entries: late, joinedAt: seq })
  })
  return { loadEarlier, take, earlier: entries.slice(0, seq) }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function savedLines(): Promise<number> {
  const [file] = vi.mocked(files.saveFile).mock.calls[0] ?? []
  return ((await file?.text()) ?? '').trim().split('\n').length
}

test('on its own screen the log’s columns have heads', () => {
  open()
  expect(screen.queryByText(shell.logHash)).toBeNull()
  cleanup()
  open(true)
  for (const head of [shell.exportSeq, shell.logTime, shell.logKind, shell.exportText, shell.logHash])
    screen.getByText(head)
})

test('an export contains the whole log: a late viewer’s earlier entries are read first', async () => {
  const { loadEarlier, take, earlier } = comeLate()
  press(shell.logExport)
  expect(loadEarlier).toHaveBeenCalled()
  take((into) => into.takeEarlier({ kind: 'page', entries: earlier.slice(-2) as Entry[] }))
  expect(files.saveFile).not.toHaveBeenCalled()
  take((into) => into.takeEarlier({ kind: 'page', entries: earlier.slice(0, -2) as Entry[] }))
  expect(files.saveFile).toHaveBeenCalledTimes(1)
  expect(await savedLines()).toBe(1 + entries.length)
})

test('nothing is exported if earlier entries cannot be read, and it can be retried', () => {
  const { take, earlier } = comeLate()
  press(shell.logExport)
  take((into) => into.takeEarlier({ kind: 'failed' }))
  expect(files.saveFile).not.toHaveBeenCalled()
  press(shell.logExport)
  take((into) => into.takeEarlier({ kind: 'page', entries: earlier as Entry[] }))
  expect(files.saveFile).toHaveBeenCalledTimes(1)
})

test('lines are filtered by acting role', async () => {
  comeLate()
  press(shell.logFilters)
  const counts = new Map<string, number>()
  for (const { role } of entries.slice(-3)) counts.set(role, (counts.get(role) ?? 0) + 1)
  const options = [...screen.getByRole('combobox', { name: shell.logRole }).querySelectorAll('option')]
  expect(
    options
      .map(({ value }) => value)
      .filter(Boolean)
      .sort(),
  ).toEqual([...counts.keys()].sort())
})

test('[SNP-7] the number of hidden entries is said with the reason, of those loaded until all are', () => {
  const { take, earlier } = comeLate(2)
  const reason = '条仅限相关方查看，不向您显示；其摘要仍在校验链中。'
  expect(screen.getByText(`已载入的记录中，另有 2 ${reason}`)).toBeTruthy()
  press(shell.logFilters)
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  const [loaded, all] = [1, entries.length - 2]
  expect(options()).toEqual(expect.arrayContaining([`已载入的全部（${loaded}）`, '已载入的全部角色']))
  take((into) => into.takeEarlier({ kind: 'page', entries: earlier as Entry[] }))
  expect(screen.getByText('另有 2 条记录仅限相关方查看，不向您显示；其摘要仍在校验链中。')).toBeTruthy()
  expect(options()).toEqual(expect.arrayContaining([`全部（${all}）`, '全部角色']))
})

test('the filters are behind one icon, which says that they are set', () => {
  comeLate()
  expect(screen.queryByRole('searchbox')).toBeNull()
  press(shell.logFilters)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '没有这样的进展' } })
  press(shell.logFiltersSet)
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.getByText(shell.logNoMatchLoaded)).toBeTruthy()
})

const length = 21_001
const dropped = 1001
const sample = entries.find(({ type }) => type === 'BidderEnrolled') as Entry
/** Messages by one person, who is named only in the first entry. */
const log = Array.from({ length: length + 2000 }, (_, index): Entry => {
  const seq = index + 1
  const payload = seq === 1 ? { role: 'opener', bidderCode: null, name: '王主持' } : { message: `第${seq}句` }
  const type = seq === 1 ? 'ParticipantEntered' : 'MessagePosted'
  return { ...sample, seq, type, version: 1, actor: 'o', role: 'opener', payload, hash: `${seq}` }
})

/** Opens the log of a viewer who has read all of it. */
function readAll() {
  const opened = open()
  const { take } = opened
  let known = 0
  const comes = (count: number) => {
    const more = log.slice(known, known + count)
    known += count
    take((into) => into.take({ kind: 'batch', entries: more, joinedAt: 0 }))
  }
  comes(length)
  const readsBack = () => take((into) => into.takeEarlier({ kind: 'page', entries: log.slice(0, dropped) }))
  return { ...opened, comes, readsBack }
}

const missing = (count: number) => screen.queryByText(shell.logEarlier_more.replace('{{count}}', `${count}`))
function scrollTo(top: number): void {
  const list = screen.getByRole('group', { name: shell.logTitle })
  list.scrollTop = top
  fireEvent.scroll(list)
}
const find = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

describe('[SNP-7] of a log with more entries than are kept', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(48)
  })

  test('the number of the others is shown, and an export has them, too', async () => {
    const { loadEarlier, comes, readsBack } = readAll()
    expect(missing(dropped)).toBeTruthy()
    press(shell.logExport)
    expect(loadEarlier).toHaveBeenCalledTimes(1)
    comes(1100)
    readsBack()
    expect(files.saveFile).toHaveBeenCalledTimes(1)
    expect(await savedLines()).toBe(1 + length + 1100)
    comes(1)
    expect(missing(dropped + 1101)).toBeTruthy()
  })

  test('a search says that it found nothing among those, finds them once read back, and keeps them', () => {
    const { comes, readsBack } = readAll()
    press(shell.logFilters)
    find('第7句')
    expect(screen.getByText(shell.logNoMatchLoaded)).toBeTruthy()
    comes(1100)
    expect(missing(dropped)).toBeTruthy()
    press(shell.logEarlierAll)
    readsBack()
    expect(screen.getByText('第7句')).toBeTruthy()
    expect(missing(dropped)).toBeNull()
    find('')
    comes(900)
    find('第7句')
    expect(screen.getByText('第7句')).toBeTruthy()
  })

  test('their author is still named, though their name was told in one of the others', () => {
    readAll()
    press(shell.logFilters)
    find('王主持')
    expect(screen.queryByText(shell.logNoMatchLoaded)).toBeNull()
  })

  test('none is dropped while the reader is scrolled away from the newest', () => {
    const { comes } = readAll()
    scrollTo(500)
    comes(1100)
    expect(missing(dropped)).toBeTruthy()
    scrollTo(0)
    comes(1)
    expect(missing(dropped + 1101)).toBeTruthy()
  })

  test('what was read back is dropped once the reader has scrolled back to the newest', () => {
    const { comes, readsBack } = readAll()
    press(shell.logEarlierRead)
    readsBack()
    comes(1100)
    expect(missing(dropped + 1100)).toBeNull()
    scrollTo(500)
    comes(1)
    scrollTo(0)
    comes(1)
    expect(missing(dropped + 1102)).toBeTruthy()
  })
})
