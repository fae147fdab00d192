import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TenderInput } from '#domain/tender/tender.ts'
import type { KeyType } from '#seal/key-use.ts'
import {
  type Authority,
  createAuthority,
  type IssuedCertificate,
  issueCertificate,
} from '#simulators/certificates/test-authority.ts'
import { type HttpClient, type HttpClientOptions, httpClient } from '#simulators/client/http-client.ts'
import type { Account } from '#simulators/client/session-client.ts'
import { newAccount } from '#simulators/fixtures/accounts.ts'
import { opensIn } from '#simulators/fixtures/opening-time.ts'
import { creditCode } from '#simulators/fixtures/personal-data.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { sampleTender } from '#simulators/fixtures/sample-tender.ts'
import { createServerClock, type ServerClock } from '#simulators/fixtures/server-clock.ts'
import { freePort, type OwnServer, startServer, temporaryData } from '#simulators/fixtures/server-process.ts'
import { createPlatformClient, type PlatformClient } from '#simulators/platform/client.ts'
import { platformKeyFor } from '#simulators/platform/key-file.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { expectDeclaredRefusal } from './declared-refusals.ts'

/** A real server in a process of its own, without sections; tests set it up by REST. */
export interface Hall {
  readonly dataDir: string
  readonly http: HttpClient
  readonly platform: PlatformClient
  /** The server's clock, which the test sets forward. */
  readonly clock: ServerClock
  /** The platform's private key. */
  readonly platformKey: string
  /** How long the server took to start, as a measure of this machine's speed. */
  readonly startSeconds: number
  /** Everything that any of its processes printed. */
  output(): string
  /** Process id of the server that was started last. */
  pid(): number
  /** Process id of the embedded PostgreSQL, by its own file. */
  postgresPid(): number
  kill(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends the processes and removes the data. */
  close(): Promise<void>
}

/** The parts of a hall that need no process of the test. */
export type Reached = Pick<Hall, 'http' | 'platform'>

export async function openHall(
  options: {
    readonly tap?: HttpClientOptions['tap']
    readonly environment?: Record<string, string>
    /** With a PostgreSQL of its own, for tests that read its folder or end it. */
    readonly embedded?: boolean
  } = {},
) {
  const data = temporaryData()
  const port = await freePort()
  const { key, environment: known } = platformKeyFor(data.folder)
  const database = options.embedded || options.environment?.DATABASE_URL ? null : await freshDatabase()
  const environment = {
    ...known,
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...options.environment,
  }
  const started: OwnServer[] = []
  const clock = createServerClock()
  const start = async () => {
    const server = await startServer({ dataDir: data.folder, port, environment, leaps: clock.leaps })
    started.push(server)
    clock.drives(server)
  }
  const current = () => started.at(-1)
  const pidFile = join(data.folder, 'postgres/postmaster.pid')
  const postgresPid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0)
  const began = performance.now()
  await start()
  const startSeconds = (performance.now() - began) / 1000
  const url = `http://127.0.0.1:${port}`
  const http = httpClient({
    url,
    timeoutMs: 300_000,
    tap(call, status, bytes) {
      expectDeclaredRefusal(call, status, bytes)
      options.tap?.(call, status, bytes)
    },
  })
  const hall: Hall = {
    dataDir: data.folder,
    http,
    platform: createPlatformClient({ url, key, timeoutMs: 300_000, clock: clock.now }),
    clock,
    platformKey: key,
    startSeconds,
    output: () => started.map((server) => server.output()).join('\n'),
    pid: () => current()?.process.pid ?? 0,
    postgresPid,
    kill: async () => current()?.kill(),
    stop: async () => current()?.stop(),
    start,
    async close() {
      await current()?.stop()
      const left = postgresPid()
      if (left > 0) process.kill(left, 'SIGQUIT')
      await database?.drop()
      data.remove()
    },
  }
  return hall
}

export const agencyCode = '91320100MA1XTEST01'

/** An account of any role; staff belong to the section's agency. */
export function accountOf(
  hall: Reached,
  role: 'opener' | 'supervisor' | 'agency' | 'tenderer' | 'bidder',
  unitCode = agencyCode,
): Promise<Account> {
  const userCode = `${role}-${crypto.randomUUID()}`
  return newAccount(hall.platform, hall.http, {
    userCode,
    password: crypto.randomUUID(),
    role,
    name: `测试 ${role}`,
    unitCode,
  })
}

export interface TestBidder {
  readonly account: Account
  readonly name: string
  readonly certificate: IssuedCertificate
}

export function testAuthority(): Promise<Authority> {
  return createAuthority({ now: Date.now })
}

export async function bidderOf(
  hall: Reached,
  authority: Authority,
  keyType: KeyType = 'P-256',
): Promise<TestBidder> {
  const unitCode = creditCode(randomBytes)
  const name = `测试投标人 ${unitCode.slice(-4)}`
  const issued = { unitCode, name, password: unitCode, now: Date.now, keyType }
  const certificate = await issueCertificate(authority, issued)
  const account = await newAccount(hall.platform, hall.http, {
    userCode: unitCode,
    password: crypto.randomUUID(),
    role: 'bidder',
    name,
    unitCode,
  })
  return { account, name, certificate }
}

/** Publishes a section that opens in `seconds` and enrols the bidders. */
export async function publishFor(
  hall: Reached,
  bidders: readonly TestBidder[],
  seconds: number,
  changes: Partial<TenderInput> = {},
): Promise<{ session: string; opensAt: string }> {
  const opensAt = await opensIn(hall.http, seconds)
  const session = await hall.platform.publishTender(sampleTender({ agencyCode, opensAt, ...changes }))
  for (const { account, name, certificate } of bidders) {
    const { certificatePem } = certificate
    await hall.platform.enrolBidder(session, { unitCode: account.unitCode, name, certificatePem })
  }
  return { session, opensAt }
}
