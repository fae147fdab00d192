import { expect, test } from 'vitest'
import { parseCommand } from './parse-command.ts'

test('a text of characters that nobody sees is an empty one', () => {
  const parsed = parseCommand('PostMessage', { message: '\u200B\u2060' })
  expect(parsed).toEqual(parseCommand('PostMessage', { message: '' }))
})
