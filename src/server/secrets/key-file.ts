import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { KeyStore } from './key-ring.ts'
import { createLocalKey, keyLength, type WrappingKey } from './wrapping-key.ts'

/** Where a rotation keeps the key that it changes to, beside the present one. */
export function nextKeyPath(path: string): string {
  return `${path}.next`
}

/**
 * A key in a file: 32 bytes, readable for its owner only. `make` where the hall may make it itself: the database's own
 * server, and demos on this machine. The error's message is for the operator.
 */
export function createKeyFile(path: string, make: boolean): KeyStore {
  const nextPath = nextKeyPath(path)
  return {
    place: path,
    async read() {
      return [readKey(path), readKey(nextPath)].filter((key) => key !== null)
    },
    async make() {
      return make ? makeKey(path) : null
    },
    next: async () => readKey(nextPath) ?? makeKey(nextPath),
    async settle() {
      const former = readKey(path)
      if (former === null || readKey(nextPath) === null) return `${path} has the key.`
      const kept = `${path}.${former.id}`
      try {
        // At every moment both keys have a name: a node may start meanwhile.
        if (readKey(kept) === null) linkSync(path, kept)
        renameSync(nextPath, path)
      } catch (error) {
        const reason = (error as Error).message
        return `Put ${nextPath} in the place of ${path} by hand, it could not be done here: ${reason}`
      }
      return `${path} has the new key. The former one is ${kept}: keep it as long as backups made before.`
    },
  }
}

/** Null where there is no such file. */
function readKey(path: string): WrappingKey | null {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return null
  if ((found.mode & 0o077) !== 0)
    throw new Error(`${path} can be read by other users: it needs the mode 0600 (chmod 600 ${path})`)
  const bytes = readFileSync(path)
  if (bytes.length !== keyLength)
    throw new Error(`${path} has ${bytes.length} bytes; a key has ${keyLength} random ones`)
  return createLocalKey(bytes)
}

/** Written under another name and linked, so that of several processes that start one makes the key. */
function makeKey(path: string): WrappingKey {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(draft, randomBytes(keyLength), { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  const made = readKey(path)
  if (made === null) throw new Error(`${path} could not be made`)
  return made
}

/** How an operator makes a key in a file. */
export function howToMake(path: string): string {
  return `make one with (umask 077; head -c ${keyLength} /dev/urandom > ${path}), and keep a copy apart from the backups`
}
