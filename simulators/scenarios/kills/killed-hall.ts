import { type ChildProcess, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServerClock, type ServerClock } from '../../fixtures/server-clock.ts'
import {
  freePort,
  hasEnded,
  type OwnServer,
  type OwnServerOptions,
  startServer,
  temporaryData,
} from '../../fixtures/server-process.ts'
import { platformKeyFor } from '../../platform/key-file.ts'

/** What is killed: the server's process, its PostgreSQL with all its processes, or both at once. */
export const targets = ['server', 'database', 'both'] as const
export type Target = (typeof targets)[number]

/**
 * A server with a PostgreSQL of its own, both in processes of their own, which can be killed at any moment. A server that
 * ended is started again at once, as an operator's service manager does; the server itself starts its database again.
 */
export interface KilledHall {
  readonly url: string
  /** The trading platform's private key. */
  readonly platformKey: string
  /** What the server's clock shows (epoch ms). */
  now(): number
  /** Sets the server's clock forward to a time (ISO 8601), unless it is past. */
  leapTo(time: string): Promise<void>
  /** Whether the server's process is running and has not answered yet. */
  isStarting(): boolean
  /** Sends SIGKILL at once. */
  kill(target: Target): void
  /** The process of the database; it outlives the server. */
  databasePid(): number
  /** How often the server ended though nobody killed it, each with what it printed last. */
  endedByItself(): readonly string[]
  /** What the running server has printed. */
  printed(): string
  close(): Promise<void>
}

/** Resolves when the server is ready. */
export async function openKilledHall(): Promise<KilledHall> {
  const data = temporaryData()
  const { key, environment } = platformKeyFor(data.folder)
  const port = await freePort()
  const clock = createServerClock()
  const server = createKeptServer({ dataDir: data.folder, port, environment }, clock)
  const databasePid = () => postmasterIn(data.folder)
  function giveUp(): void {
    server.giveUp()
    killTree(databasePid())
    data.remove()
  }
  function interrupted(): void {
    giveUp()
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupted)
  try {
    await server.begin()
  } catch (error) {
    giveUp()
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}`,
    platformKey: key,
    now: clock.now,
    async leapTo(time) {
      // A server that is killed meanwhile has the leap from its next start on.
      await clock.leapTo(time).catch(() => {})
    },
    isStarting: server.isStarting,
    kill(target) {
      if (target !== 'database') server.kill()
      if (target !== 'server') killTree(databasePid())
    },
    databasePid,
    endedByItself: server.endedByItself,
    printed: server.printed,
    async close() {
      await server.stop()
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, interrupted)
      giveUp()
    },
  }
}

/** How long a server that is to be stopped may take to get ready. */
const stopMs = 30_000

/** A server that is started again whenever it has ended. */
function createKeptServer(options: OwnServerOptions, clock: ServerClock) {
  const endedByItself: string[] = []
  const killed = new WeakSet<ChildProcess>()
  let child: ChildProcess | null = null
  let ready: OwnServer | null = null
  let closing = false
  let keeping: Promise<void> = Promise.resolve()

  async function start(): Promise<OwnServer> {
    const leaps = [...clock.leaps]
    const onSpawned = (spawned: ChildProcess) => {
      child = spawned
    }
    const server = await startServer({ ...options, leaps, onSpawned })
    clock.drives(server)
    // Leaps that were made while it started.
    if (clock.leaps.length !== leaps.length) await server.setClock([...clock.leaps])
    ready = server
    return server
  }

  async function keep(first: OwnServer): Promise<void> {
    let running: OwnServer | null = first
    while (!closing) {
      if (running) {
        await ended(running.process)
        ready = null
        if (!closing && !killed.has(running.process)) endedByItself.push(lastLine(running.output()))
      }
      if (closing) return
      running = await start().catch((error: Error) => {
        if (child && !killed.has(child)) endedByItself.push(lastLine(error.message))
        return null
      })
    }
  }

  function kill(): void {
    if (!child || hasEnded(child)) return
    killed.add(child)
    child.kill('SIGKILL')
  }

  return {
    kill,
    async begin(): Promise<void> {
      keeping = keep(await start())
    },
    isStarting: () => ready === null,
    endedByItself: () => endedByItself,
    printed: () => ready?.output() ?? '',
    giveUp(): void {
      closing = true
      kill()
    },
    /** Stops it in order once it is ready; kills it when it does not get ready. */
    async stop(): Promise<void> {
      for (let waited = 0; !ready && waited < stopMs; waited += 50) await sleep(50)
      closing = true
      if (ready) await ready.stop()
      else kill()
      await keeping
    },
  }
}

function postmasterIn(dataDir: string): number {
  const file = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => (hasEnded(child) ? done() : child.once('exit', () => done())))
}

/** Kills a process and its children, the process first, so that it does not clean up after its children. */
function killTree(pid: number): void {
  if (!(pid > 1)) return
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** By /proc where there is one: asking a program takes long enough for a statement to finish. */
function childrenOf(pid: number): number[] {
  const listed = `/proc/${pid}/task/${pid}/children`
  if (existsSync(listed)) return numbersIn(readFileSync(listed, 'utf8'))
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map(numbersIn)
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
