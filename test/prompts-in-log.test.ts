import { expect, test } from 'vitest'
import { createLineReader, createSentences } from '#client/features/progress-log/log-lines.ts'
import { applyEntry, toRecorded } from '#domain/log/entry.ts'
import { roles } from '#domain/session/actor.ts'
import { initial } from '#domain/session/state.ts'
import { warningsOf } from '#domain/session/warnings.ts'
import { epochOf } from '#lib/time.ts'
import { progressLine } from '#protocol/messages/progress.ts'
import { promptFor, promptForWindow } from '#sounds/prompts.ts'
import { codesAsNames } from '#test/support/codes-as-names.ts'
import { openingOf } from './domain/session.ts'

test('every voice prompt of an opening has a line in the progress log', () => {
  const session = openingOf([
    { name: '江河水利', figures: { price: '1.00', days: '1', manager: '赵一' }, invalid: '未盖章' },
    { name: '迟到工程', figures: { price: '2.00', days: '2', manager: '钱二' }, fails: 'time-out' },
  ])
  const said = session.entries
    .map(toRecorded)
    .filter((event) => roles.some((role) => promptFor(event, role, session.state) !== null))
  expect(said.length).toBeGreaterThan(12)
  for (const event of said) {
    for (const language of ['zh-CN', 'en'] as const) {
      expect(progressLine(event, language, codesAsNames), event.type).toMatch(/\S/)
    }
  }
})

test('every spoken warning has a line in the progress log with the same words', () => {
  const { entries } = openingOf(
    [{ name: '迟到工程', figures: { price: '2.00', days: '2', manager: '钱二' }, fails: 'time-out' }],
    'decrypted',
  )
  const state = initial()
  const said: string[] = []
  for (const entry of entries) {
    applyEntry(state, entry)
    if (entry.type !== 'DecryptionStarted') continue
    for (const warning of warningsOf(state)) {
      said.push(promptForWindow(warning, 'supervisor', state, warning.at)?.text.zh ?? '')
    }
  }
  expect(said).toHaveLength(2)
  const { lines } = createLineReader()([entries], epochOf(entries.at(-1)?.at ?? ''))
  const sentenceOf = createSentences('zh-CN', codesAsNames)
  expect(lines.filter(({ warning }) => warning).map((line) => `${sentenceOf(line)}。`)).toEqual(said)
})
