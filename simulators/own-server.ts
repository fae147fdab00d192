import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Leap, SetTestClock, TestClockSet } from '#server/test-clock.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

export interface OwnServer {
  readonly url: string
  readonly process: ChildProcess
  /** Everything it has printed. */
  output(): string
  /** Its clock has made these leaps and no others; resolves when whatever waits there for a time knows. */
  setClock(leaps: readonly Leap[]): Promise<void>
  /** Ends it the way an operator would. */
  stop(): Promise<void>
  /** Ends it the way a power cut would. */
  kill(): Promise<void>
}

export interface OwnServerOptions {
  readonly dataDir: string
  readonly port: number
  readonly environment?: Record<string, string>
  /** What its clock has leapt already. */
  readonly leaps?: readonly Leap[]
}

const startMilliseconds = 60_000

/** The server as it ships where whoever started us has built it, which starts in half the time; else its sources. */
const program =
  process.env.KAIBIAO_SERVER === 'built' ? ['dist/server/main.js'] : ['--import', 'tsx', 'src/server/main.ts']

/** Starts a server of one's own as a child process and waits until it is ready. */
export async function startServer({
  dataDir,
  port,
  environment,
  leaps = [],
}: OwnServerOptions): Promise<OwnServer> {
  const env = {
    ...process.env,
    DEMO: '0',
    TEST_ACCOUNTS: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    ...environment,
  }
  const child = spawn(process.execPath, program, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.channel?.unref()
  const clockSet = leaps.length === 0 ? null : setClock(child, leaps)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  const url = `http://127.0.0.1:${port}`
  const givenUp = performance.now() + startMilliseconds
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server did not start:\n${output}`)
    if (performance.now() > givenUp) {
      await end('SIGKILL')
      throw new Error(`the server was not ready in time:\n${output}`)
    }
    await sleep(100)
  }
  await clockSet
  return {
    ...{ url, process: child, output: () => output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') },
    setClock: (all) => setClock(child, all),
  }
}

function setClock(server: ChildProcess, leaps: readonly Leap[]): Promise<void> {
  const asked: SetTestClock = { type: 'set-test-clock', leaps: [...leaps] }
  return new Promise((done, fail) => {
    const heard = (answer: Partial<TestClockSet>) => {
      if (answer.type !== 'test-clock-set' || answer.leaps !== leaps.length) return
      server.off('message', heard)
      server.off('exit', gone)
      done()
    }
    const gone = () => fail(new Error('the server ended before its clock was set'))
    server.on('message', heard)
    server.once('exit', gone)
    server.send(asked, (error) => error && fail(error))
  })
}

/** A folder for a server's data that the database's own user can reach, and what removes it. */
export function temporaryData(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-'))
  chmodSync(folder, 0o755)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

let portsGiven = 0

/** Another service's: neither a browser nor `fetch` goes to a page there, whoever listens. */
const forbiddenPort = 10_080

/**
 * A port free at this moment, below the range that systems hand out by themselves. Every process counts from a place
 * of its own: what another process chose just now and does not listen on yet is not chosen again.
 */
export async function freePort(processId = process.pid): Promise<number> {
  for (;;) {
    const port = 10_000 + ((processId * 16 + portsGiven) % 7_000)
    portsGiven += 1
    if (port !== forbiddenPort && (await isFree(port))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  )
}
