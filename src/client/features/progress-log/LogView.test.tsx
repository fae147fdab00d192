import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

/** The log of a viewer who joined before its last three entries, of which so many are hidden from them. */
function comeLate(hidden = 0) {
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
            <LogView maxHeight="none" />
          </TimeZone>
        </ChakraProvider>
      </SessionProvider>
    </I18nextProvider>,
  )
  const take = (change: (into: SessionStore) => void) => act(() => store && change(store))
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

test('the number of hidden entries is said with the reason', () => {
  comeLate(2)
  expect(screen.getByText('另有 2 条记录仅限相关方查看，不向您显示；其摘要仍在校验链中。')).toBeTruthy()
})

test('the filters are behind one icon, which says that they are set', () => {
  comeLate()
  expect(screen.queryByRole('searchbox')).toBeNull()
  press(shell.logFilters)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '没有这样的进展' } })
  press(shell.logFiltersSet)
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.getByText(shell.logNoMatch)).toBeTruthy()
})
