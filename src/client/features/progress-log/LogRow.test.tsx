import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { TimeZone, useTimeFormat } from '#client/ui/time-format.ts'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { codesAsNames } from '#test/support/codes-as-names.ts'
import { openingLog } from '#test/support/opening-log.ts'
import { createFolding } from './fold-lines.ts'
import { LogRow } from './LogRow.tsx'
import { createLineReader, createSentences, type LogLine } from './log-lines.ts'

afterEach(cleanup)

const sentenceOf = createSentences('zh-CN', codesAsNames)

function Rows({ lines, isOwn = false }: { lines: readonly LogLine[]; isOwn?: boolean }) {
  const format = useTimeFormat()
  return lines.map((line) => (
    <LogRow
      key={line.entry.seq}
      {...{ line, sentenceOf, format, sought: '', author: null, isOwn, today: '', detailed: false }}
    />
  ))
}

test('a folded line shows its latest sentence and its count, and the others on demand', () => {
  const { lines } = createLineReader()([openingLog()], 0)
  const folded = createFolding()(lines).find(({ earlier }) => (earlier?.length ?? 0) > 1)
  if (!folded?.earlier) throw new Error('some lines are folded')
  render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <TimeZone value="Asia/Shanghai">
          <Rows lines={[folded]} />
        </TimeZone>
      </ChakraProvider>
    </I18nextProvider>,
  )
  expect(screen.getByText(sentenceOf(folded))).toBeTruthy()
  const more = screen.getByRole('button', { name: `共 ${folded.earlier.length + 1} 条` })
  expect(screen.queryByRole('list')).toBeNull()
  fireEvent.click(more)
  expect(more.getAttribute('aria-expanded')).toBe('true')
  const said = within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '')
  const expected = folded.earlier.toReversed().map(sentenceOf)
  expect(said.map((text, i) => text.endsWith(expected[i] ?? '?'))).toEqual(said.map(() => true))
  fireEvent.click(more)
  expect(screen.queryByRole('list')).toBeNull()
})

test.each([false, true])('a line is bold where it is about the viewing bidder: %s', (isOwn) => {
  const [line] = createLineReader()([openingLog()], 0).lines
  if (!line) throw new Error('a line expected')
  render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <TimeZone value="Asia/Shanghai">
          <Rows lines={[line]} isOwn={isOwn} />
        </TimeZone>
      </ChakraProvider>
    </I18nextProvider>,
  )
  expect(screen.getByText(sentenceOf(line)).matches('strong')).toBe(isOwn)
})
