import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { actingRole } from '#domain/session/actor.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { userTypeOf } from '#protocol/user-type.ts'
import type { Leap } from '#server/test-clock.ts'
import type { Variant } from '#variants/schema.ts'
import { createAuthority } from '../certificates/test-authority.ts'
import { type HttpClient, httpClient } from '../client/http-client.ts'
import { opensIn, waitUntilOpen } from '../fixtures/opening-time.ts'
import { personName } from '../fixtures/personal-data.ts'
import { randomBytes } from '../fixtures/random-bytes.ts'
import { freePort, type OwnServer, startServer } from '../fixtures/server-process.ts'
import type { Pause } from '../participants/pauses.ts'
import { createPlatformClient, type PlatformClient } from '../platform/client.ts'
import { platformKeyFor } from '../platform/key-file.ts'
import { playFailedLot } from './play-failed-lot.ts'
import { type SourceOpening, tenderOf } from './recorded-openings.ts'
import { type SimulationReport, secondsSince, simulate } from './replay-openings.ts'

/** The result of one variant: a whole opening, and checks of login and entry. */
export interface VariantReport extends SimulationReport {
  readonly variant: string
  /** Number of checks whose expected answer comes from the variant's data. */
  checks: number
}

export interface VariantOptions {
  /** The server's data folder; may be reused for several variants in turn. */
  readonly dataDir: string
  /** Its database; an embedded one in `dataDir` unless given. */
  readonly databaseUrl?: string
  readonly opening: SourceOpening
  readonly pause: Pause
  /** Set forward to opening times, which are awaited without it. */
  readonly clock?: LeapingClock
}

/** The clock of a server in a test. */
interface LeapingClock {
  now(): number
  readonly leaps: readonly Leap[]
  drives(server: OwnServer): void
  leapTo(time: string): Promise<void>
}

/** Time for those who enter before the opening time, also on a busy machine. */
const leadSeconds = 12

/**
 * Starts a server in the variant, checks what the variant decides, and plays one whole opening; where an opening can
 * only be paused, and not stopped, this one is paused and goes on. Where the agency signs a failure, it also plays a lot
 * that fails.
 */
export async function simulateVariant(variant: Variant, options: VariantOptions): Promise<VariantReport> {
  const { dataDir, databaseUrl, opening, pause, clock } = options
  const began = performance.now()
  const { key, environment } = platformKeyFor(dataDir)
  const authority = await createAuthority({ now: Date.now })
  const roots = join(dataDir, 'simulated-authority.pem')
  writeFileSync(roots, authority.certificatePem)
  const database: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
  const server = await startServer({
    dataDir,
    port: await freePort(),
    environment: { ...environment, ...database, VARIANT: variant.name, TRUST_ROOTS: roots },
    ...(clock ? { leaps: clock.leaps } : {}),
  })
  clock?.drives(server)
  try {
    const http = httpClient({ url: server.url })
    const platform = createPlatformClient({ url: server.url, key, ...(clock ? { clock: clock.now } : {}) })
    const opened = (at: string) => clock?.leapTo(at) ?? waitUntilOpen(http, at)
    const asked = await askServer(variant, opening, { http, platform, opened })
    const ahead = variant.rules.entryLeadMinutes > 0 || clock ? { leadSeconds } : {}
    const base = { http, platform, authority, variant, opened, ...ahead }
    const pauses = !variant.laterSteps.stopAllowed
    const report = await simulate({ ...base, openings: [opening], lanes: 1, pause, pauses })
    report.failures += asked.problems.length
    report.problems.push(...asked.problems)
    if (variant.laterSteps.failureSignedFor.length > 0) {
      const failed = await playFailedLot({ ...base, opening }).catch((error: unknown) => ({
        ...{ played: null, problems: [`failed lot: ${String(error)}`] },
      }))
      if (failed.played) report.played.push(failed.played)
      report.mismatches += failed.problems.length
      report.problems.push(...failed.problems)
    }
    report.seconds = secondsSince(began)
    return { variant: variant.name, checks: asked.checks, ...report }
  } finally {
    await server.stop()
  }
}

interface Hall {
  readonly http: HttpClient
  readonly platform: PlatformClient
  /** Resolves when a section has opened. */
  opened(opensAt: string): Promise<void>
}

type PersonRole = keyof Variant['userTypes']['codes']
type Expect = (what: string, found: unknown, expected: unknown) => void

/** Compares the server's answers with what the variant's data says. */
async function askServer(variant: Variant, opening: SourceOpening, hall: Hall) {
  const { http, platform, opened } = hall
  const problems: string[] = []
  let checks = 0
  const expectSame: Expect = (what, found, expected) => {
    checks += 1
    if (found !== expected) problems.push(`${what}: ${String(found)} instead of ${String(expected)}`)
  }
  const agencyCode = `VAR${Date.now().toString(36).toUpperCase()}`
  const tokens = await logInEach(variant, hall, agencyCode, expectSame)
  const publish = async (part: string, seconds: number) => {
    const opensAt = await opensIn(http, seconds)
    const sectionCode = `${agencyCode}-${part}`
    const session = await platform.publishTender(tenderOf(opening, { sectionCode, agencyCode, opensAt }))
    return { opensAt, body: { bidProjGuid: session, dbGuid: session } }
  }
  const { entryLeadMinutes, refuseTooFewBidders, personInfoRequired, supervisorHiddenFrom } = variant.rules

  const { name } = variant
  expectSame('getVariant', (await http.call('getVariant')).name, name)

  const { body: early } = await publish('EARLY', (entryLeadMinutes + 5) * 60)
  const answer = await http.attempt('getProjectAuthorization', { token: tokens.opener, body: early })
  const tooEarly = { code: 'opening-time-not-reached', params: { leadMinutes: entryLeadMinutes } } as const
  expectSame('entering too early', answer.ok || answer.error.message, messageFor('zh-CN', tooEarly))

  const { opensAt, body } = await publish('EMPTY', 2)
  await opened(opensAt)
  const enter = async (role: PersonRole) => ({
    token: (await http.call('getProjectAuthorization', { token: tokens[role], body })).oauth2,
  })
  await enter('supervisor')
  const missing = personInfoRequired ? 'person-info-missing' : ''
  const { code } = await http.call('checkIntoTBCondition', await enter('opener'))
  expectSame('step 2 without bids and people', code, refuseTooFewBidders ? 'too-few-bidders' : missing)

  for (const role of ['agency', 'tenderer'] as const) {
    const acts = actingRole(role, variant.userTypes.actAsOpener)
    const isHidden = supervisorHiddenFrom.some((hidden) => hidden === acts)
    const { supervisor } = await http.call('getBidProj', await enter(role))
    expectSame(`whether the supervisor is kept from the ${role}`, supervisor === null, isHidden)
  }
  return { problems, checks }
}

/** Logs in one person of each role and checks the user type, the variant's number for the acting role. */
async function logInEach(variant: Variant, { http, platform }: Hall, unitCode: string, expectSame: Expect) {
  const { codes, actAsOpener } = variant.userTypes
  const tokens: Partial<Record<PersonRole, string>> = {}
  for (const role of Object.keys(codes) as PersonRole[]) {
    const userCode = `${unitCode}-${role}`
    const name = personName(randomBytes)
    await platform.addAccount({ userCode, unitCode, name, role, password: crypto.randomUUID() })
    const { userType, token } = await http.call('testLogin', { body: { UserCode: userCode } })
    expectSame(`user type of the ${role}`, userType, userTypeOf(actingRole(role, actAsOpener), codes))
    tokens[role] = token
  }
  return tokens as Readonly<Record<PersonRole, string>>
}
