import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { createKeyRing, type KeyStore } from '#server/secrets/key-ring.ts'
import { openSecrets, type Secrets } from '#server/secrets/secrets.ts'
import { createLocalKey, type WrappingKey } from '#server/secrets/wrapping-key.ts'

/** The secrets of a database of tests, whose key every process knows. */
export function testSecrets(database: Pick<Database, 'url' | 'pool'>): Promise<Secrets> {
  const ring = createKeyRing([storeOf(createLocalKey(Buffer.alloc(32, 'key of tests')))])
  return openSecrets(database, { ring, random: (length) => randomBytes(length) })
}

/** A place with these keys, the first for new databases. */
export function storeOf(...keys: readonly [WrappingKey, ...WrappingKey[]]): KeyStore {
  return {
    place: 'a test',
    read: async () => keys,
    make: async () => null,
    next: async () => keys[0],
    settle: async () => '',
  }
}

/** For hashes of passwords that no server checks. */
export const testPepper = Buffer.alloc(32, 'pepper of tests')
