import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
} from 'node:crypto'
import type { Random } from '#lib/ports.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The server's secrets, the same on every node of one database. */
export interface Keys {
  /** Signs tokens. */
  readonly tokenSecret: Uint8Array
  /** SPKI of the password key in base64, for the browser. */
  readonly passwordKey: string
  /** The password in PwdEnc; null when it was not encrypted for this key. */
  openPassword(encrypted: string): string | null
}

/** Reads the keys, and creates them the first time. */
export async function loadKeys(secrets: Pick<Secrets, 'of'>, random: Random): Promise<Keys> {
  const secret = await secrets.of('token-secret', () => Buffer.from(random(32)).toString('base64'))
  const pem = await secrets.of('password-key', () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  )
  const privateKey = createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    tokenSecret: Buffer.from(secret, 'base64'),
    passwordKey: publicKey,
    openPassword(encrypted) {
      try {
        const options = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
        return privateDecrypt(options, Buffer.from(encrypted, 'base64')).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
