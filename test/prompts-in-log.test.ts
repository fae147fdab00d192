import { expect, test } from 'vitest'
import { roles } from '#domain/actor.ts'
import { toRecorded } from '#domain/entry.ts'
import { progressLine } from '#protocol/messages/progress.ts'
import { promptFor } from '#sounds/prompts.ts'
import { openingOf } from './domain/session.ts'

test('what the voice says of an opening stands in the progress log as well', () => {
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
      expect(
        progressLine(event, language, (code) => code),
        event.type,
      ).not.toBeNull()
    }
  }
})
