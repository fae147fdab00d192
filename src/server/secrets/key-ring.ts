import { readWrapped, UnwrapError, type WrappingKey, wrappedText } from './wrapping-key.ts'

/** A place with wrapping keys: a file and the one beside it, or a key service. */
export interface KeyStore {
  /** For the operator. */
  readonly place: string
  /** The keys that are there now; the first is for a new database. */
  read(): Promise<readonly WrappingKey[]>
  /** A new key where the hall may make one, else null. */
  make(): Promise<WrappingKey | null>
  /** The key that a rotation changes to, made the first time. */
  next(): Promise<WrappingKey>
  /** Puts the next key in the place of the present one. Says what was done, for the operator. */
  settle(): Promise<string>
}

/** The wrapping keys that this process knows, by id. Keys that a rotation adds are found when they are needed. */
export function createKeyRing(stores: readonly [KeyStore, ...KeyStore[]]) {
  const known = new Map<string, WrappingKey>()
  const [main] = stores

  async function readAll(): Promise<readonly WrappingKey[]> {
    const keys = (await Promise.all(stores.map((store) => store.read()))).flat()
    for (const key of keys) if (!known.has(key.id)) known.set(key.id, key)
    return keys
  }

  /** Null if no place has it. */
  async function find(id: string): Promise<WrappingKey | null> {
    if (!known.has(id)) await readAll()
    return known.get(id) ?? null
  }

  /** The key for a database without one, made where the hall may. */
  async function first(): Promise<WrappingKey | null> {
    const [key] = await readAll()
    return key ?? main.make()
  }

  async function wrap(keyId: string, about: string, plain: Uint8Array): Promise<string> {
    const key = await find(keyId)
    if (!key) throw new Error(missing(keyId))
    return wrappedText(keyId, await key.wrap(plain, about))
  }

  /** Throws an `UnwrapError` for what was altered or moved, and another error for a key that is not there. */
  async function unwrap(about: string, text: string): Promise<Uint8Array> {
    const { keyId, wrapped } = readWrapped(text)
    const key = await find(keyId)
    if (!key) throw new UnwrapError(`${about}: ${missing(keyId)}`)
    return key.unwrap(wrapped, about)
  }

  const places = stores.map(({ place }) => place).join(' and ')
  const missing = (keyId: string) => `the key ${keyId} is not in ${places}`

  return { places, find, first, wrap, unwrap, read: readAll, next: main.next, settle: main.settle }
}

export type KeyRing = ReturnType<typeof createKeyRing>
