import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findOsUser, findProgram, firstUnreachable, type OsUser, type Program } from './postgres-program.ts'

/** The folder of a database server, and what is needed to run it. */
export interface ServerFolder {
  readonly dataDir: string
  readonly folder: string
  readonly user: OsUser
  readonly program: Program
  readonly password: string
  readonly log: (line: string) => void
}

/** A running server; `ready` once it accepts connections. */
export interface Running {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

const emptyMilliseconds = 2000

/** Folder, OS user, programs and password: everything but the server itself. */
export function prepare(dataDir: string, log: (line: string) => void): ServerFolder {
  const user = findOsUser()
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (user) letEnter(user, dataDir)
  const unreachable = firstUnreachable(user, dataDir)
  if (unreachable !== null) {
    throw new Error(
      `PostgreSQL does not run as root but as the OS user "postgres", who may not enter ${unreachable}. ` +
        'Set DATA_DIR to a folder elsewhere (such as /var/lib/kaibiao), start Kaibiao as another user, or set ' +
        'DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  const password = readPassword(join(dataDir, 'postgres.json'))
  const folder = join(realpathSync(dataDir), 'postgres')
  return { dataDir, folder, user, program: findProgram(user, dataDir), password, log }
}

/** Lets the OS user enter a folder that only its owner may enter, without letting them list it. */
function letEnter({ gid }: NonNullable<OsUser>, folder: string): void {
  if ((statSync(folder).mode & 0o077) !== 0) return
  chownSync(folder, 0, gid)
  chmodSync(folder, 0o710)
}

/** The password in the file, which is created atomically with a random one the first time. */
function readPassword(path: string): string {
  if (!existsSync(path)) {
    const draft = `${path}.${draftName()}`
    const content = JSON.stringify({ password: randomBytes(24).toString('hex') })
    writeFileSync(draft, content, { mode: 0o600 })
    try {
      linkSync(draft, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    rmSync(draft)
  }
  const { password } = JSON.parse(readFileSync(path, 'utf8')) as { password?: unknown }
  if (typeof password !== 'string') throw new Error(`${path} does not hold the database's password`)
  return password
}

/** Unique to one call: a process may start the server of a folder twice. Drafts of dead processes are found by the pid. */
function draftName(): string {
  return `${process.pid}-${randomBytes(4).toString('hex')}`
}

/** Creates the database folder under another name and renames it; another call or process may be quicker. */
export async function initialise({
  dataDir,
  folder,
  user,
  program,
  password,
  log,
}: ServerFolder): Promise<void> {
  log('preparing the embedded PostgreSQL')
  const name = draftName()
  const draft = `${folder}.${name}.new`
  const passwordFile = join(dataDir, `postgres.${name}.password`)
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid)
  const args = ['-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const settings = ['--encoding=UTF8', '--locale=C', '--no-instructions']
  try {
    await promisify(execFile)(program.initdb, [...args, ...settings], {
      ...user,
      cwd: draft,
      env: environment(),
    })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const { stderr, message } = error as Error & { readonly stderr?: string }
    throw new Error(`initdb failed: ${stderr || message}`)
  } finally {
    rmSync(passwordFile)
  }
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^postgres\.(\d+)(?:-[0-9a-f]+)?\.(?:new|password)$/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/**
 * The server of this folder by its postmaster.pid; null when none runs. If the pid belongs to another program by now,
 * the stale file is removed: PostgreSQL would take that program for a running server.
 */
export function readRunning({ folder, log }: Pick<ServerFolder, 'folder' | 'log'>): Running | null {
  const path = join(folder, 'postmaster.pid')
  const text = existsSync(path) ? readOrNull(path) : null
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!isAlive(pid) || !worksIn(pid, folder)) {
    // PostgreSQL itself removes the file of a dead process.
    if (isAlive(pid) && (text !== '' || isLeftEmpty(path)) && readOrNull(path) === text) {
      log(`removing a stale ${path}`)
      rmSync(path, { force: true })
    }
    return null
  }
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Whether a crash left the file empty; a server that starts creates it and writes to it at once. */
function isLeftEmpty(path: string): boolean {
  const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return changedAt !== undefined && Date.now() - changedAt > emptyMilliseconds
}

/** Whether the process is a server of this folder, judged by its working directory. */
function worksIn(pid: number, folder: string): boolean {
  if (existsSync('/proc/self/cwd')) {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder
    } catch {
      return false
    }
  }
  const listed = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return listed.error !== undefined || listed.stdout.includes(folder)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The environment without PG… variables, which PostgreSQL would read. */
export function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

/** A file's text; null where it cannot be read. */
export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
