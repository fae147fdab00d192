import { randomBytes, randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import type { Entry } from '#domain/log/entry.ts'
import type { Actor } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { openDatabase } from '#server/db/database.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import { submission as bid, bidder, bidderCode as codeOf, platform } from '#test/domain/sample-actors.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { createBareWriter, type Manner } from './append-bare.ts'
import { openBenchDatabase } from './bench-database.ts'
import { type Figure, figure } from './figure.ts'

/*
 * Measures durable appends per second: bids submitted through the log as the server uses it (folded, chained,
 * committed with fsync). The baseline is the bare driver writing the same entries to the same tables, one statement a
 * commit (`append-bare.ts`). Both alternate in short rounds, so that other load affects both.
 */

const rounds = 41
const warmUp = 8
const bidders = 20
const before = openingTime - 3_600_000

export async function* bench(): AsyncGenerator<Figure> {
  const postgres = await openBenchDatabase()
  const database = await openDatabase(postgres.url)
  const log = await openPostgresLog(database, {
    keys: (await testSecrets(database)).sections,
    random: randomBytes,
    now: Date.now,
  })
  const bare = new pg.Pool({
    connectionString: postgres.url,
    max: 20,
    options: '-c plan_cache_mode=force_generic_plan',
  })
  // The server closes its connections when it stops.
  bare.on('error', () => {})
  const subjects = { log, bare }
  try {
    for (const [name, load, manner] of figures) yield await compare(`append-${name}`, load, subjects, manner)
  } finally {
    await log.close()
    await database.close()
    await bare.end()
    await postgres.close()
  }
}

/** As many at once as the log's pool has connections. */
const apart: Manner = { sharing: 1, statementsAtOnce: 20 }
/** Commits are shared between sessions, as in the log. */
const shared: Manner = { sharing: 13, statementsAtOnce: 4 }

/** The number of sessions, of concurrent writers in each, and of each writer's consecutive appends. */
interface Load {
  readonly sessions: number
  readonly writers: number
  readonly each: number
  /** Whether the bare driver writes the concurrent appends of a session as one batch. */
  readonly batched: boolean
}

const oneSession = { sessions: 1, writers: 50, each: 12 }
const fiftySessions = { sessions: 50, writers: bidders, each: 2 }
const fiftyLoners = { sessions: 50, writers: 1, each: 12 }

const figures: readonly (readonly [name: string, load: Load, manner: Manner])[] = [
  ['one-session', { ...oneSession, batched: true }, apart],
  ['50-sessions', { ...fiftySessions, batched: true }, apart],
  ['50-sessions-against-shared-commits', { ...fiftySessions, batched: true }, shared],
  ['one-session-against-single-rows', { ...oneSession, batched: false }, apart],
  ['50-sessions-of-one-writer-against-single-rows', { ...fiftyLoners, batched: false }, apart],
  ['50-sessions-of-one-writer-against-shared-commits', { ...fiftyLoners, batched: false }, shared],
  ['one-after-another', { sessions: 1, writers: 1, each: 150, batched: false }, apart],
]

interface Subjects {
  readonly log: SessionLog
  readonly bare: pg.Pool
}

async function compare(
  name: string,
  { sessions, writers, each, batched }: Load,
  { log, bare }: Subjects,
  manner: Manner,
): Promise<Figure> {
  const values: number[] = []
  const baselines: number[] = []
  const writer = createBareWriter(bare, manner)
  const ids = await all(sessions, () => freshSession(log))
  const bareIds = await all(sessions, (i) => writer.copySession(ids[i] ?? ''))
  const lanes = sessions * writers
  for (let round = -warmUp; round < rounds; round += 1) {
    const asked = await all(lanes, async () => Array.from({ length: each }, (_, i) => submission(i)))
    const value = await rate(lanes * each, () =>
      all(lanes, async (lane) => {
        for (const one of asked[lane] ?? []) await give(log, ids[lane % sessions] ?? '', one)
      }),
    )
    const written = await all(sessions, (i) => newest(log, ids[i] ?? '', writers * each))
    const batches = written.map((entries) => inBatches(entries, batched ? writers : 1))
    const baseline = await rate(lanes * each, () =>
      all(batched ? sessions : lanes, async (lane) => {
        const session = lane % sessions
        const step = batched ? 1 : writers
        for (let i = Math.floor(lane / sessions); i < writers * each; i += step) {
          const batch = batches[session]?.[i]
          if (batch) await writer.write(bareIds[session] ?? '', batch)
        }
      }),
    )
    if (round < 0) continue
    values.push(value)
    baselines.push(baseline)
  }
  return figure(name, lanes, 'appends/s', values, baselines)
}

function inBatches(entries: readonly Entry[], length: number): Entry[][] {
  const batches: Entry[][] = []
  for (let i = 0; i < entries.length; i += length) batches.push(entries.slice(i, i + length))
  return batches
}

/** The newest entries of a session, oldest first. */
async function newest(log: SessionLog, session: string, count: number): Promise<readonly Entry[]> {
  const head = (await log.head(session)) ?? 0
  const entries = (await log.read(session, head - count, count))?.entries ?? []
  if (entries.length !== count) throw new Error('not everything was appended')
  return entries
}

function all<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)))
}

async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (count / (performance.now() - started)) * 1000
}

async function freshSession(log: SessionLog): Promise<string> {
  const id = randomUUID()
  await log.create({ id, sealIdentity: 'identity', sealRecipient: 'recipient' })
  await give(log, id, asked(platform, event('TenderPublished', { tender: tender() })))
  await all(bidders, async (i) => {
    const payload = { bidderCode: codeOf(i + 1), name: `投标人${i + 1}`, certificate: 'certificate' }
    await give(log, id, asked(platform, event('BidderEnrolled', payload)))
    await give(log, id, submission(i))
  })
  return id
}

/** A decided event. Deciding is not part of the measurement. */
interface Asked {
  readonly actor: Actor
  readonly commandId: string
  readonly content: string
  readonly event: SessionEvent
}

function asked(actor: Actor, event: SessionEvent): Asked {
  const { type, payload } = event
  // As one text, not as the pieces it was made of: putting it together is no part of appending.
  const content = Buffer.from(canonicalJson({ type, payload })).toString()
  return { actor, commandId: randomUUID(), content, event }
}

/** Another version of a bidder's bid, with a manifest of typical length. */
function submission(i: number): Asked {
  const n = (i % bidders) + 1
  const bidderCode = codeOf(n)
  const manifest = 'm'.repeat(600)
  const payload = { bidderCode, ...bid(n), fileId: randomUUID(), manifest, replaces: null }
  const origin = { address: '10.0.0.1', hardwareSerial: null }
  return asked(bidder(n), event('BidSubmitted', payload, { origin }))
}

async function give(log: SessionLog, id: string, { actor, commandId, content, event }: Asked): Promise<void> {
  const result = await log.append(id, { actor, commandId, content, at: before, decide: () => ok([event]) })
  if (!result.ok) throw new Error(`refused: ${result.error.code}`)
}
