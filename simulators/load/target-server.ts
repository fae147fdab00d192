import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '#server/db/embedded.ts'
import { type HttpClient, httpClient } from '../client/http-client.ts'
import { type NewAccount, randomBytes } from '../fixtures/bids.ts'
import { creditCode, personName } from '../fixtures/personal-data.ts'
import { freePort, type OwnServer, startServer, temporaryData } from '../fixtures/server-process.ts'
import { createPlatformClient, type PlatformClient } from '../platform/client.ts'
import { platformKeyFor } from '../platform/key-file.ts'
import { insertAccounts } from './insert-accounts.ts'

/** A server to simulate at, with everybody's accounts in it. */
export interface Venue {
  readonly url: string
  readonly http: HttpClient
  readonly platform: PlatformClient
  /** The trading platform's private key. */
  readonly platformKey: string
  readonly agencyCode: string
  readonly opener: NewAccount
  readonly supervisor: NewAccount
  readonly bidders: readonly NewAccount[]
  /** How long our own server took to start: how slow this machine is. 0 for a server that ran already. */
  readonly startSeconds: number
  /** Process ids of the servers' nodes; empty for a server that is not ours. */
  pids(): readonly number[]
  /** Kills a node the way a power cut would and starts it again `forMs` later. */
  crash(node: number, forMs: number): Promise<void>
  /** Ends our own PostgreSQL without letting it finish anything; it is started again by itself. */
  crashDatabase(): void
  /** Ports of the nodes. */
  readonly ports: readonly number[]
  close(): Promise<void>
}

export interface VenueOptions {
  readonly bidders: number
  /** A server that runs already; null starts one, and ends it with the simulation. */
  readonly url: string | null
  /** The private key that a server which runs already knows as the platform's; null for one of our own. */
  readonly platformKey: string | null
  /** How many nodes of our own share one database. */
  readonly nodes?: number
}

/** Opens a server of one's own, or goes to the one at `url`, and brings the accounts in. */
export async function openVenue(options: VenueOptions): Promise<Venue> {
  const people = inventPeople(options.bidders)
  const own = options.url === null ? await openOwn(options) : null
  try {
    const url = own?.url ?? options.url ?? ''
    const http = httpClient({ url })
    const platformKey = own?.platformKey ?? options.platformKey ?? ''
    const platform = createPlatformClient({ url, key: platformKey })
    const accounts = [people.opener, people.supervisor, ...people.bidders]
    if (own) await insertAccounts(own.databaseUrl, accounts)
    else for (const account of accounts) await platform.addAccount(account)
    const nobody = async () => {
      throw new Error('this server is not ours')
    }
    return {
      ...people,
      ...{ url, http, platform, platformKey },
      ports: own?.ports ?? [Number(new URL(url).port || 80)],
      startSeconds: own?.startSeconds ?? 0,
      pids: own?.pids ?? (() => []),
      crash: own?.crash ?? nobody,
      crashDatabase: own?.crashDatabase ?? (() => {}),
      close: async () => own?.close(),
    }
  } catch (error) {
    await own?.close()
    throw error
  }
}

function inventPeople(bidderCount: number) {
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

/** Nodes on one database of our own, all in a folder that goes with them. */
async function openOwn({ nodes = 1 }: VenueOptions) {
  const data = temporaryData()
  const platform = platformKeyFor(data.folder)
  let embedded: Embedded | null = null
  const running: OwnServer[] = []
  const close = async () => {
    await Promise.all(running.map((server) => server.stop()))
    await embedded?.stop()
    data.remove()
  }
  const interrupted = () => void close().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  try {
    embedded = await startEmbedded(data.folder, () => {})
    const databaseUrl = embedded.url
    const environment = { ...platform.environment, DATABASE_URL: databaseUrl }
    const start = (port: number) => startServer({ dataDir: data.folder, port, environment })
    const ports: number[] = []
    while (ports.length < nodes) ports.push(await freePort())
    const began = performance.now()
    running.push(...(await Promise.all(ports.map(start))))
    return {
      databaseUrl,
      platformKey: platform.key,
      ports,
      startSeconds: (performance.now() - began) / 1000,
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
      crashDatabase() {
        const [pid] = readFileSync(join(data.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
        process.kill(Number(pid), 'SIGQUIT')
      },
      async close() {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
