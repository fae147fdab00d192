import { expect, test } from 'vitest'
import { parsedLog } from './fold-log.ts'
import { check } from './fold-ways.ts'

test('the bare fold leads to the state that the product folds', () => {
  expect(() => check(parsedLog(8000))).not.toThrow()
})
