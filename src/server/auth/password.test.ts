import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkPassword, hashPassword } from './password.ts'

const random = (length: number) => randomBytes(length)

test('the right password passes, another does not', async () => {
  const hash = await hashPassword('正确的密码 1', random)
  expect(await checkPassword('正确的密码 1', hash)).toBe(true)
  expect(await checkPassword('正确的密码 2', hash)).toBe(false)
})

test('the same password is hashed differently each time', async () => {
  expect(await hashPassword('secret-123', random)).not.toBe(await hashPassword('secret-123', random))
})

test('without a hash no password is accepted, not even an empty one', async () => {
  expect(await checkPassword('', null)).toBe(false)
})
