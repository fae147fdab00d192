import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { userTypeOf } from '#protocol/user-type.ts'
import { loadKeys } from '#server/auth/keys.ts'
import { createTokens } from '#server/auth/tokens.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { secretsIn } from '#simulators/fixtures/hall-secrets.ts'
import { usualLiveEveryMs } from '#streams/server-time-poll.ts'
import { bidder, bidderCode } from '#test/domain/sample-actors.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { standard } from '#variants/standard.ts'
import { openBenchDatabase } from './bench-database.ts'
import { openReader, placeIn, type RawReader } from './fanout-reader.ts'
import { type Figure, figure, percentile } from './figure.ts'
import { insertLogins } from './insert-logins.ts'
import type { PollingServer } from './polling-server.ts'
import { now, startWorker, type Worker } from './process.ts'

/*
 * Measures what waiting bidders cost the server, and how late they learn of events. They either poll (deadline every
 * 3 s, signature and clock 5 s, stage 10 s, objections 19 s: 886 requests a second for 1,000 bidders) or use a socket
 * and poll only the clock. This process appends one event every few seconds, as another node would.
 */

const bidders = 1000
const rounds = 3
const settleMilliseconds = 3000
const measuredMilliseconds = 12_000
const eventMilliseconds = 2500
/** How long to wait for the last event to arrive. */
const timeoutMilliseconds = 30_000

interface PolledCall {
  readonly path: string
  /** Milliseconds. */
  readonly every: number
}

const clockPath = '/api/KB_Local/getServerTimeNoauth'
const calls: readonly PolledCall[] = [
  { path: clockPath, every: 5000 },
  { path: '/api/KB_Local/getJieMiJieZhiShiJian', every: 3000 },
  { path: '/api/KB_Local/getIsSignedKb', every: 5000 },
  { path: '/api/KB_Local/getDbFlowStatus', every: 10_000 },
  { path: '/api/KB_Local/getYiYiList', every: 19_000 },
]

export async function* bench(): AsyncGenerator<Figure> {
  const postgres = await openBenchDatabase()
  const database = await openDatabase(postgres.url)
  const dataDir = join(postgres.folder, 'files')
  mkdirSync(dataDir)
  const secrets = await secretsIn(dataDir, database)
  const log = await openPostgresLog(database, { keys: secrets.sections, random: randomBytes, now: Date.now })
  const server = startWorker<PollingServer>('./polling-server.ts')
  try {
    const pages = fileURLToPath(new URL('../../dist/client', import.meta.url))
    const port = await server.ask('start', { databaseUrl: postgres.url, dataDir, pages })
    const hall = await furnish({ database, secrets, log }, port)
    const polled: Measured[] = []
    const pushed: Measured[] = []
    for (let round = 0; round < rounds; round += 1) {
      polled.push(await measure(hall, server, startPolling))
      pushed.push(await measure(hall, server, openSockets))
    }
    yield compare('polling-cpu', 'ms/s per 1000', pushed, polled, ({ cpu }) => cpu)
    yield compare('polling-staleness', 'ms', pushed, polled, ({ ages }) => mean(ages))
    yield compare('polling-staleness-p99', 'ms', pushed, polled, ({ ages }) => percentile(ages, 0.99))
  } finally {
    server.stop()
    await log.close()
    await database.close()
    await postgres.close()
  }
}

interface Hall {
  readonly port: number
  readonly session: string
  readonly epoch: string
  readonly tokens: readonly string[]
  append(events: SessionEvent[]): Promise<number>
}

/** What was measured of one way, over some seconds. */
interface Measured {
  /** Milliseconds of the server's processor time per second and 1,000 bidders. */
  readonly cpu: number
  /** Milliseconds from an event to each bidder's knowing of it. */
  readonly ages: readonly number[]
}

/** Bidders at work; `learned` gets the seq that each has reached. */
type Crew = (hall: Hall, learned: Learned) => Promise<{ stop(): void }>
type Learned = (bidder: number, seq: number) => void

async function measure(hall: Hall, server: Worker<PollingServer>, crew: Crew): Promise<Measured> {
  const places = new Array<number>(bidders).fill(0)
  const appended: { seq: number; at: number }[] = []
  const ages: number[] = []
  const working = await crew(hall, (who, seq) => {
    const at = now()
    for (const one of appended) {
      if (one.seq > (places[who] ?? 0) && one.seq <= seq) ages.push(at - one.at)
    }
    places[who] = Math.max(places[who] ?? 0, seq)
  })
  await delay(settleMilliseconds)
  const started = now()
  const before = await server.ask('cpu')
  while (now() - started < measuredMilliseconds) {
    const seq = await hall.append([event('MessagePosted', { message: '请各投标人耐心等待。' })])
    appended.push({ seq, at: now() })
    await delay(eventMilliseconds)
  }
  const seconds = (now() - started) / 1000
  const cpu = (await server.ask('cpu')) - before
  // The last event may not have arrived yet.
  const wanted = bidders * appended.length * 0.98
  const givenUp = now() + timeoutMilliseconds
  while (ages.length < wanted && now() < givenUp) await delay(500)
  working.stop()
  if (ages.length < wanted) throw new Error(`only ${ages.length} heard of ${appended.length} events`)
  return { cpu: (cpu * 1000 * 1000) / bidders / seconds, ages }
}

const startPolling: Crew = async (hall, learned) => poll(hall, calls, learned)

/** Every bidder asks each call at its interval, over connections of their own. */
function poll({ port, tokens }: Hall, asked: readonly PolledCall[], learned: Learned) {
  const timers: NodeJS.Timeout[] = []
  let failed = 0
  const agents = tokens.map((token, who) => {
    // Keeps connections open, as a browser does.
    const agent = new Agent({ keepAlive: true, maxSockets: 6 })
    const headers = { authorization: `Bearer ${token}` }
    const ask = (path: string) => {
      get({ port, path, agent, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => {
          if (response.statusCode !== 200) failed += 1
          else if (path !== clockPath) learned(who, (JSON.parse(text) as { seq: number }).seq)
        })
      }).on('error', () => {
        failed += 1
      })
    }
    for (const { path, every } of asked) {
      // The bidders' polls are spread evenly.
      const start = setTimeout(() => {
        ask(path)
        timers.push(setInterval(() => ask(path), every))
      }, Math.random() * every)
      timers.push(start)
    }
    return agent
  })
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer)
      for (const agent of agents) agent.destroy()
      if (failed > 0) console.error(`${failed} polls failed`)
    },
  }
}

const openSockets: Crew = async (hall, learned) => {
  const { port, session, epoch, tokens, append } = hall
  const after = await append([event('MessagePosted', { message: '推送' })])
  const readers: RawReader[] = []
  for (const [who, token] of tokens.entries()) {
    const reader = openReader({ port, session, epoch, after, token }, (data) => {
      const place = placeIn(data)
      if (place !== null) learned(who, place)
    })
    readers.push(reader)
    if (who % 50 === 49) await reader.subscribed
  }
  await Promise.all(readers.map(({ subscribed }) => subscribed))
  const clock = poll(hall, [{ path: clockPath, every: usualLiveEveryMs }], () => {})
  return {
    stop() {
      clock.stop()
      for (const { socket } of readers) socket.terminate()
    },
  }
}

interface Furnished {
  readonly database: Database
  readonly secrets: Secrets
  readonly log: SessionLog
}

/** A section in the middle of its decryption, and a login for each bidder, put straight into the database. */
async function furnish({ database, secrets, log }: Furnished, port: number): Promise<Hall> {
  const session = randomUUID()
  const { epoch } = await log.create({ id: session, sealIdentity: 'identity', sealRecipient: 'recipient' })
  const people = Array.from({ length: bidders }, (_, i) => ({
    ...bidder(i + 1),
    account: randomUUID(),
  }))
  const expiresAt = new Date(Date.now() + 3_600_000)
  const rows = people.map(({ account, id, role, name, unitCode }) => ({
    ...{ id: account, userCode: id, role, name, unitCode },
  }))
  const logins = await insertLogins(database, secrets.marks, rows, expiresAt)
  const { tokenSecret } = await loadKeys(secrets, randomBytes)
  const tokens = createTokens(tokenSecret, Date.now)
  const userType = userTypeOf('bidder', standard.userTypes.codes)
  const append = async (events: SessionEvent[]) => {
    const actor = { id: 'opener-1', role: 'opener', name: '王主持', unitCode: null } as const
    const request = {
      actor,
      commandId: randomUUID(),
      content: null,
      at: Date.now(),
      decide: () => ok(events),
    }
    const result = await log.append(session, request)
    if (!result.ok) throw new Error(`refused: ${result.error.code}`)
    return result.value.lastSeq
  }
  await append([
    event('TenderPublished', { tender: tender() }),
    ...people.map(({ name }, i) =>
      event('BidderEnrolled', { bidderCode: bidderCode(i + 1), name, certificate: 'certificate' }),
    ),
    event('BidOpeningEntered', {}),
    event('DecryptionStarted', { limitMinutes: 30, deadline: isoTime(openingTime + 1e12) }),
  ])
  return {
    port,
    session,
    epoch,
    append,
    tokens: await Promise.all(
      logins.map((login) => tokens.issue({ login, session, userType, bidFileId: null }, expiresAt)),
    ),
  }
}

function compare(
  name: string,
  unit: string,
  pushed: readonly Measured[],
  polled: readonly Measured[],
  of: (measured: Measured) => number,
): Figure {
  return figure(name, bidders, unit, pushed.map(of), polled.map(of))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
