import { expect, test } from 'vitest'
import { createUserLimits } from './user-limits.ts'

test('[LIM-1] a user may have fifty connections, and a new one when one of them has closed', () => {
  const limits = createUserLimits(() => 0)
  for (let i = 0; i < 50; i++) {
    expect(limits.mayConnect('one')).toBe(true)
    limits.connected('one')
  }
  expect(limits.mayConnect('one')).toBe(false)
  expect(limits.mayConnect('another')).toBe(true)
  limits.left('one')
  expect(limits.mayConnect('one')).toBe(true)
})

test('[LIM-1] commands are counted over all connections of a user, also across reconnects', () => {
  let now = 0
  const limits = createUserLimits(() => now)
  let passed = 0
  for (let round = 0; round < 5; round++) {
    limits.connected('one')
    for (let i = 0; i < 40; i++) if (limits.mayAsk('one')) passed += 1
    limits.left('one')
    limits.removeInactive()
  }
  expect(passed).toBe(120)
  expect(limits.mayAsk('another')).toBe(true)
  now = 1000
  expect([1, 2, 3, 4, 5, 6, 7].filter(() => limits.mayAsk('one'))).toHaveLength(6)
})

test('a user who left long ago is forgotten', () => {
  let now = 0
  const limits = createUserLimits(() => now)
  limits.connected('one')
  while (limits.mayAsk('one'));
  now = 1_000_000
  limits.removeInactive()
  limits.left('one')
  now += 61_000
  limits.removeInactive()
  expect(Array.from({ length: 121 }, () => limits.mayAsk('one')).filter(Boolean)).toHaveLength(120)
})
