import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newKeyPair } from '#server/platform/keys.ts'

/** A platform's key pair for a server of one's own: the private key, and the settings that make the server know it. */
export function platformKeyFor(folder: string): {
  readonly key: string
  readonly environment: { readonly PLATFORM_KEY: string }
} {
  const { privatePem, publicPem } = newKeyPair()
  const file = join(folder, 'platform-key.pem')
  writeFileSync(file, publicPem)
  return { key: privatePem, environment: { PLATFORM_KEY: file } }
}
