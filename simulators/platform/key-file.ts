import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newKeyPair } from '#server/platform/keys.ts'

/** A platform key pair for our own server: the private key, and the server's setting with the public key. */
export function platformKeyFor(folder: string): {
  readonly key: string
  readonly environment: { readonly PLATFORM_KEY: string }
} {
  const { privatePem, publicPem } = newKeyPair()
  const file = join(folder, 'platform-key.pem')
  writeFileSync(file, publicPem)
  return { key: privatePem, environment: { PLATFORM_KEY: file } }
}
