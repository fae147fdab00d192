import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPasswords, testCost } from './password.ts'

const pepper = Buffer.alloc(32, 'pepper')
const passwords = createPasswords(randomBytes, pepper)

test('the right password passes, another does not', async () => {
  const hash = await passwords.hash('正确的密码 1')
  expect(await passwords.check('正确的密码 1', hash)).toBe(true)
  expect(await passwords.check('正确的密码 2', hash)).toBe(false)
})

test('the same password is hashed differently each time', async () => {
  expect(await passwords.hash('secret-123')).not.toBe(await passwords.hash('secret-123'))
})

test('without a hash no password is accepted, not even an empty one', async () => {
  expect(await passwords.check('', null)).toBe(false)
})

test('a check costs as much without a hash or with one of a lower cost', async () => {
  const costs: number[] = []
  const cheapHash = await createPasswords(randomBytes, pepper, testCost).hash('secret-123')
  const { hash, check } = createPasswords(randomBytes, pepper, undefined, async (_, salt, { N }) => {
    costs.push(N)
    return Buffer.concat([salt, salt])
  })
  const ownHash = await hash('secret-123')
  costs.length = 0
  for (const one of [ownHash, null, cheapHash]) await check('secret-123', one)
  expect(costs).toEqual([16_384, 16_384, 1024, 16_384])
})

test('a hash made at another cost is still checked', async () => {
  const hash = await createPasswords(randomBytes, pepper, testCost).hash('secret-123')
  expect(await passwords.check('secret-123', hash)).toBe(true)
  expect(await passwords.check('secret-124', hash)).toBe(false)
})

test('[KEY-8] a hash is worth nothing to whoever does not have the pepper', async () => {
  const hash = await createPasswords(randomBytes, pepper, testCost).hash('secret-123')
  const guessing = createPasswords(randomBytes, Buffer.alloc(32, 'another'), testCost)
  expect(await guessing.check('secret-123', hash)).toBe(false)
  expect(await guessing.check('secret-123', hash.replace('scrypt-pepper', 'scrypt'))).toBe(false)
})
