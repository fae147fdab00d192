import { expect, test } from 'vitest'
import { keepRecent } from './recent.ts'

test('what was asked last is made once, also where it is nothing; what was asked long ago is made again', () => {
  const made: string[] = []
  const lengthOf = keepRecent(2, (text) => {
    made.push(text)
    return text === '' ? undefined : text.length
  })
  expect(['', 'a', '', 'bb', 'a', ''].map(lengthOf)).toEqual([undefined, 1, undefined, 2, 1, undefined])
  expect(made).toEqual(['', 'a', 'bb', 'a', ''])
  const long = 'x'.repeat(10_000)
  for (const text of [long, long]) expect(lengthOf(text)).toBe(10_000)
  expect(made.slice(5)).toEqual([long, long])
})
