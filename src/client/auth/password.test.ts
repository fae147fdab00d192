import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptPassword } from './password.ts'

test('[ACC-3] only the private key decrypts the password, and each encryption differs', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const encrypted = await encryptPassword(spki, '口令 secret')
  expect(await encryptPassword(spki, '口令 secret')).not.toBe(encrypted)
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const opened = privateDecrypt(
    { key: privateKey, padding, oaepHash: 'sha256' },
    Buffer.from(encrypted, 'base64'),
  )
  expect(opened.toString()).toBe('口令 secret')
})
