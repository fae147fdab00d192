import { expect, test } from 'vitest'
import { check, wholeLog } from './fold.ts'

test('the bare fold leads to the state that the product folds', () => {
  expect(() => check(JSON.parse(JSON.stringify(wholeLog(8000))))).not.toThrow()
})
