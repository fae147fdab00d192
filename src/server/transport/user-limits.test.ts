import { expect, test } from 'vitest'
import { createUserLimits } from './user-limits.ts'

test('[LIM-1] a user may have fifty connections, and a new one when one of them has closed', () => {
  const limits = createUserLimits()
  for (let i = 0; i < 50; i++) {
    expect(limits.mayConnect('one')).toBe(true)
    limits.connected('one')
  }
  expect(limits.mayConnect('one')).toBe(false)
  expect(limits.mayConnect('another')).toBe(true)
  limits.left('one')
  expect(limits.mayConnect('one')).toBe(true)
})
