import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createUserLimits } from './user-limits.ts'

const connection = (readyState = 'open') => Object.assign(new EventEmitter(), { readyState })

test('[LIM-1] a user may have fifty connections, and a new one when one of them has closed', () => {
  const limits = createUserLimits()
  const open = Array.from({ length: 50 }, () => connection())
  for (const one of open) expect(limits.admit('one', one)).toBe(true)
  expect(limits.admit('one', connection())).toBe(false)
  expect(limits.admit('another', connection())).toBe(true)
  open[0]?.emit('close')
  expect(limits.admit('one', connection())).toBe(true)
  expect(limits.admit('one', connection())).toBe(false)
})

test('[LIM-1] a connection that has closed before it was admitted counts for nobody', () => {
  const limits = createUserLimits()
  for (let i = 0; i < 60; i += 1) expect(limits.admit('one', connection('closed'))).toBe(true)
  expect(limits.admit('one', connection())).toBe(true)
})
