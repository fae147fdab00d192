import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

export interface OwnServer {
  readonly url: string
  readonly process: ChildProcess
  /** Everything it has printed. */
  output(): string
  /** Ends it the way an operator would. */
  stop(): Promise<void>
  /** Ends it the way a power cut would. */
  kill(): Promise<void>
}

export interface OwnServerOptions {
  readonly dataDir: string
  readonly port: number
  readonly environment?: Record<string, string>
}

const startMilliseconds = 60_000

/** The server as it ships where whoever started us has built it, which starts in half the time; else its sources. */
const program =
  process.env.KAIBIAO_SERVER === 'built' ? ['dist/server/main.js'] : ['--import', 'tsx', 'src/server/main.ts']

/** Starts a server of one's own as a child process and waits until it is ready. */
export async function startServer({ dataDir, port, environment }: OwnServerOptions): Promise<OwnServer> {
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
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
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
  return { url, process: child, output: () => output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
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
