import { expect, test } from 'vitest'
import { parsedLog } from './fold-log.ts'
import { check } from './fold-ways.ts'

test('the bare fold and the product’s fold give the same state', () => {
  expect(() => check(parsedLog(8000))).not.toThrow()
})
