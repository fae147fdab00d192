import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What others may do with it; group and others. */
const ofOthers = 0o077
/** The embedded PostgreSQL of a hall that runs as root enters the data folder by its group. */
const entering = 0o010

/**
 * Names in the data folder that have an owner and checks of their own: the database's folder, and the wrapping key with
 * the next one. Former keys, which a rotation keeps, are checked by nobody else.
 */
const isOthers = (name: string) =>
  /^(postgres(\.|$)|wrapping\.key(\.next)?$)/.test(name) && name !== 'postgres.json'

/**
 * Takes the data folder and everything in it away from other users of the machine: what an older version, a backup or a
 * person has stored there may be readable by all. Returns how many files and folders it changed. Throws where that
 * cannot be done.
 */
export function keepPrivate(dataDir: string): number {
  const { mode } = statSync(dataDir)
  let changed = 0
  if ((mode & ofOthers & ~entering) !== 0) {
    restrict(dataDir, mode)
    changed += 1
  }
  for (const name of readdirSync(dataDir)) if (!isOthers(name)) changed += restrictAll(join(dataDir, name))
  return changed
}

function restrictAll(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  // Another node may have removed it; what a link leads to is not the hall's.
  if (!found || found.isSymbolicLink()) return 0
  let changed = 0
  if ((found.mode & ofOthers) !== 0) {
    restrict(path, found.mode)
    changed += 1
  }
  if (found.isDirectory()) for (const name of readdirSync(path)) changed += restrictAll(join(path, name))
  return changed
}

function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode & 0o700)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new Error(
      `other users may read ${path}, and the hall may not change that (chmod -R go= ${path}): ${message}`,
    )
  }
}
