import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TenderInput } from '#domain/tender/tender.ts'
import { type Authority, createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { type Account, logIn } from '#simulators/client/session-client.ts'
import { opensIn } from '#simulators/fixtures/opening-time.ts'
import { creditCode } from '#simulators/fixtures/personal-data.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { createServerClock, type ServerClock } from '#simulators/fixtures/server-clock.ts'
import { freePort, returnPort, startServer, temporaryData } from '#simulators/fixtures/server-process.ts'
import { createPlatformClient, type PlatformClient } from '#simulators/platform/client.ts'
import { platformKeyFor } from '#simulators/platform/key-file.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { tenderInput } from '#test/support/sample-tender.ts'

export const password = 'e2e-password'

export interface Person {
  readonly userCode: string
  readonly unitCode: string
  readonly name: string
  /** Of the software certificate, for the file chooser; its password is `password`. */
  readonly p12: string
}

export interface SectionFixture {
  readonly url: string
  /** The simulated trading platform. */
  readonly platform: PlatformClient
  /** The server's clock, which the test sets forward. */
  readonly clock: ServerClock
  readonly session: string
  readonly sectionName: string
  readonly opensAt: string
  readonly opener: Person
  readonly supervisor: Person
  readonly bidders: readonly Person[]
  account(person: Person): Promise<Account>
  /** Stops the server; `comeBack` starts it again where it was, on the same data. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/**
 * A real server on fresh data with one published section and all accounts, and nothing submitted yet. `fixture.clock`
 * leaps to its opening time.
 */
export async function createSectionFixture(
  bidderNames: readonly string[],
  options: {
    readonly opensInSeconds?: number
    readonly environment?: Record<string, string>
    /** Fields of the section that differ from the usual ones. */
    readonly tender?: Partial<TenderInput>
    /** Issues the bidders' certificates; a new one unless given. */
    readonly authority?: Authority
  } = {},
): Promise<SectionFixture> {
  const data = temporaryData()
  const { key, environment: known } = platformKeyFor(data.folder)
  const database = await freshDatabase()
  const environment = { ...known, HOST: 'localhost', DATABASE_URL: database.url, ...options.environment }
  const clock = createServerClock()
  const place = { dataDir: data.folder, port: await freePort(), environment, leaps: clock.leaps }
  let server = await startServer(place)
  clock.drives(server)
  const url = server.url.replace('127.0.0.1', 'localhost')
  const http = httpClient({ url })
  const platform = createPlatformClient({ url, key, clock: clock.now })
  const authority = options.authority ?? (await createAuthority({ now: Date.now }))

  async function person(role: 'opener' | 'bidder' | 'supervisor', name: string): Promise<Person> {
    const unitCode = creditCode(randomBytes)
    const userCode = `${role}-${unitCode.slice(-6)}`
    await platform.addAccount({ role, name, userCode, unitCode, password })
    return { userCode, unitCode, name, p12: '' }
  }
  const opener = await person('opener', '王主持')
  const supervisor = await person('supervisor', '陈监督')
  const opensAt = await opensIn(http, options.opensInSeconds ?? 600)
  const sectionName = '滨河大道综合管廊工程施工一标段'
  const session = await platform.publishTender({
    ...tenderOf(sectionName, opener.unitCode, opensAt),
    ...options.tender,
  })

  const bidders: Person[] = []
  for (const name of bidderNames) {
    const bidder = await person('bidder', name)
    const certificate = await issueCertificate(authority, {
      unitCode: bidder.unitCode,
      name,
      password,
      now: Date.now,
    })
    const p12 = join(data.folder, `${bidder.unitCode}.p12`)
    writeFileSync(p12, certificate.p12)
    await platform.enrolBidder(session, { ...bidder, certificatePem: certificate.certificatePem })
    bidders.push({ ...bidder, p12 })
  }
  return {
    ...{ url, platform, clock, session, sectionName, opensAt, opener, supervisor, bidders },
    account: ({ userCode, unitCode }) => logIn(http, { userCode, unitCode }),
    goDown: () => server.stop(),
    async comeBack() {
      server = await startServer(place)
      clock.drives(server)
    },
    async stop() {
      await server.stop()
      returnPort(place.port)
      await database.drop()
      data.remove()
    },
  }
}

/** The sample tender with the columns that the tests fill in. */
export function tenderOf(sectionName: string, agencyCode: string, opensAt: string): TenderInput {
  return tenderInput({
    ...{ sectionCode: 'E2E-2026-001-01', projectCode: 'E2E-2026-001', sectionName, agencyCode, opensAt },
    columns: [
      { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元', decimals: 2 },
      { key: 'days', title: { zh: '工期', en: 'Duration' }, kind: 'integer', unit: '日历天' },
      { key: 'manager', title: { zh: '项目经理', en: 'Project manager' }, kind: 'text' },
    ],
  })
}
