import { expect, test } from 'vitest'
import { withoutContent } from './describe-error.ts'

const price = '1280000.00'

test.each([
  [
    'Error: Unrecognized document structure',
    () => new Error(`Unrecognized document structure: {"text":"${price}"}`),
  ],
  [
    'Error: Malformed table row, a cell is undefined.',
    () => new Error(`Malformed table row, a cell is undefined.\nRow data: ${price}`),
  ],
  ['Error: Node id', () => new Error(`Node id '${price}' already exists`)],
  ['Error: EIO', () => new Error(`EIO: i/o error, read '/files/${price}'`)],
  [
    'TypeError: Cannot read properties of undefined',
    () => new TypeError(`Cannot read properties of undefined (reading '${price}')`),
  ],
  ['SyntaxError: a text is not as it must be', () => new SyntaxError(`${price} is not valid JSON`)],
])('the error of a thread keeps its kind and place, and nothing that it quotes: %s', (message, make) => {
  const told = withoutContent(make())
  expect(told.message).toBe(message)
  expect(told.stack).toContain('describe-error.test.ts')
  expect(told.stack).not.toContain(price)
})

test('what is thrown without being an error is told by its type', () => {
  expect(withoutContent(`no ${price}`)).toEqual({ message: 'string', stack: '' })
})
