import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '#server/db/embedded.ts'
import { type HttpClient, httpClient } from '../client/http-client.ts'
import type { NewAccount } from '../fixtures/accounts.ts'
import { clockOffset, waitUntilOpen } from '../fixtures/opening-time.ts'
import { creditCode, personName } from '../fixtures/personal-data.ts'
import { randomBytes } from '../fixtures/random-bytes.ts'
import { createServerClock } from '../fixtures/server-clock.ts'
import { freePort, type OwnServer, startServer, temporaryData } from '../fixtures/server-process.ts'
import { createPlatformClient, type PlatformClient } from '../platform/client.ts'
import { platformKeyFor } from '../platform/key-file.ts'
import { insertAccounts } from './insert-accounts.ts'

/** The server under test, with the accounts of everybody who takes part. */
export interface TargetServer {
  readonly url: string
  readonly http: HttpClient
  readonly platform: PlatformClient
  /** The trading platform's private key. */
  readonly platformKey: string
  readonly agencyCode: string
  readonly opener: NewAccount
  readonly supervisor: NewAccount
  readonly bidders: readonly NewAccount[]
  /** Process ids of our own nodes; empty for a server that ran already. */
  pids(): readonly number[]
  /** Kills a node (SIGKILL) and starts it again `forMs` later. */
  crash(node: number, forMs: number): Promise<void>
  /** Stops our own PostgreSQL immediately (SIGQUIT); it is restarted automatically. */
  crashDatabase(): void
  /** Ports of the nodes. */
  readonly ports: readonly number[]
  /** Resolves at this opening time. The clock of our own server leaps there. */
  opened(opensAt: string): Promise<void>
  /** Milliseconds by which the server's clock is ahead of this machine's. */
  ahead(): Promise<number>
  close(): Promise<void>
}

export interface TargetServerOptions {
  readonly bidders: number
  /** A server that runs already; null starts one for this simulation. */
  readonly url: string | null
  /** The platform's private key for the server at `url`; null for our own server. */
  readonly platformKey: string | null
  /** Number of our own nodes on one database. */
  readonly nodes?: number
}

/** Starts a server, or uses the one at `url`, and creates the accounts. */
export async function openTargetServer(options: TargetServerOptions): Promise<TargetServer> {
  const people = makeUpAccounts(options.bidders)
  const own = options.url === null ? await openOwn(options) : null
  try {
    const url = own?.url ?? options.url ?? ''
    const http = httpClient({ url })
    const platformKey = own?.platformKey ?? options.platformKey ?? ''
    const platform = createPlatformClient({ url, key: platformKey })
    const accounts = [people.opener, people.supervisor, ...people.bidders]
    if (own) await insertAccounts(own, accounts)
    else for (const account of accounts) await platform.addAccount(account)
    const notOurs = async () => {
      throw new Error('this server is not ours')
    }
    return {
      ...people,
      ...{ url, http, platform, platformKey },
      ports: own?.ports ?? [Number(new URL(url).port || 80)],
      opened: own?.opened ?? ((opensAt) => waitUntilOpen(http, opensAt)),
      ahead: own?.ahead ?? (() => clockOffset(http)),
      pids: own?.pids ?? (() => []),
      crash: own?.crash ?? notOurs,
      crashDatabase: own?.crashDatabase ?? (() => {}),
      close: async () => own?.close(),
    }
  } catch (error) {
    await own?.close()
    throw error
  }
}

function makeUpAccounts(bidderCount: number) {
  const agencyCode = creditCode(randomBytes)
  const password = crypto.randomUUID()
  const staff = (role: 'opener' | 'supervisor'): NewAccount => ({
    userCode: `${role}-${agencyCode}`,
    password,
    role,
    name: personName(randomBytes),
    unitCode: agencyCode,
  })
  const codes = new Set<string>()
  while (codes.size < bidderCount) codes.add(creditCode(randomBytes))
  const bidders = [...codes].map((unitCode, index): NewAccount => {
    return { userCode: unitCode, unitCode, password, role: 'bidder', name: `仿真投标人 ${index + 1}` }
  })
  return { agencyCode, opener: staff('opener'), supervisor: staff('supervisor'), bidders }
}

/** Starts our own nodes on one embedded database, in a temporary folder. */
async function openOwn({ nodes = 1 }: TargetServerOptions) {
  const data = temporaryData()
  const platform = platformKeyFor(data.folder)
  let embedded: Embedded | null = null
  const running: OwnServer[] = []
  const clock = createServerClock()
  const close = async () => {
    await Promise.all(running.map((server) => server.stop()))
    await embedded?.stop()
    data.remove()
  }
  const interrupted = () => void close().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupted)
  try {
    embedded = await startEmbedded(data.folder, () => {})
    const databaseUrl = embedded.url
    const environment = { ...platform.environment, DATABASE_URL: databaseUrl }
    const start = async (port: number) => {
      const server = await startServer({ dataDir: data.folder, port, environment, leaps: clock.leaps })
      clock.drives(server)
      return server
    }
    const ports: number[] = []
    while (ports.length < nodes) ports.push(await freePort())
    running.push(...(await Promise.all(ports.map(start))))
    return {
      databaseUrl,
      dataDir: data.folder,
      platformKey: platform.key,
      ports,
      url: `http://127.0.0.1:${ports[0]}`,
      pids: () =>
        running.flatMap(({ process: { pid, exitCode, signalCode } }) =>
          pid && exitCode === null && signalCode === null ? [pid] : [],
        ),
      async crash(node: number, forMs: number) {
        await running[node]?.kill()
        await sleep(forMs)
        running[node] = await start(ports[node] ?? 0)
      },
      opened: (opensAt: string) => clock.leapTo(opensAt),
      ahead: async () => clock.now() - Date.now(),
      crashDatabase() {
        const [pid] = readFileSync(join(data.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
        process.kill(Number(pid), 'SIGQUIT')
      },
      async close() {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, interrupted)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
