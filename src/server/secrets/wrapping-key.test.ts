import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLocalKey, readWrapped, UnwrapError, wrappedText } from './wrapping-key.ts'

const bytes = randomBytes(32)
const key = createLocalKey(bytes)
const plain = Buffer.from('AGE-SECRET-KEY-1EXAMPLE')

test('[KEY-1] a wrapped secret is unwrapped under its name alone, and shows nothing of it', async () => {
  const wrapped = await key.wrap(plain, 'section 1')
  expect(Buffer.from(wrapped).includes(plain)).toBe(false)
  expect(Buffer.from(await createLocalKey(bytes).unwrap(wrapped, 'section 1'))).toEqual(plain)
  expect(await key.wrap(plain, 'section 1')).not.toEqual(wrapped)
  await expect(key.unwrap(wrapped, 'section 2')).rejects.toThrow(UnwrapError)
  await expect(createLocalKey(randomBytes(32)).unwrap(wrapped, 'section 1')).rejects.toThrow(UnwrapError)
})

test('[KEY-1] a wrapped secret of which any byte was altered or lost is refused', async () => {
  const wrapped = await key.wrap(plain, 'section 1')
  for (let at = 0; at < wrapped.length; at += 1) {
    const altered = Buffer.from(wrapped)
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
    await expect(key.unwrap(altered, 'section 1')).rejects.toThrow(UnwrapError)
    await expect(key.unwrap(wrapped.subarray(0, at), 'section 1')).rejects.toThrow(UnwrapError)
  }
})

test('the id and the mark are of the key, and neither reveals it', async () => {
  const other = createLocalKey(randomBytes(32))
  expect(createLocalKey(bytes).id).toBe(key.id)
  expect(other.id).not.toBe(key.id)
  expect(await key.mark('a')).toBe(await createLocalKey(bytes).mark('a'))
  expect(new Set([await key.mark('a'), await key.mark('b'), await other.mark('a')]).size).toBe(3)
  expect(bytes.toString('hex')).not.toContain(key.id)
})

test('a wrapped value as text names its key; other texts are refused', () => {
  const text = wrappedText('key-1', Buffer.from('wrapped'))
  expect(readWrapped(text)).toEqual({ keyId: 'key-1', wrapped: Buffer.from('wrapped') })
  for (const wrong of [
    '',
    'secret in clear',
    'w1.key-1',
    'w1..d3JhcHBlZA',
    'w2.key-1.d3JhcHBlZA',
    `${text}\n`,
  ])
    expect(() => readWrapped(wrong)).toThrow(UnwrapError)
})
