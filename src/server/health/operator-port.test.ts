import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Pool } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { version } from '#lib/version.ts'
import { createHallClock } from '../clock/hall-clock.ts'
import type { HealthParts } from './node-health.ts'
import { openOperatorPort } from './operator-port.ts'
import { readReplica } from './replica.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const alone = { is_standby: false, names: '', standbys: 0, lag_bytes: null, lag_seconds: null }

/** A pool whose database has results to send and these standbys; null: it does not answer. */
function poolOf(standbys: object | null): Pool {
  const query = async (text: string) => {
    if (standbys === null) throw new Error('away')
    return { rows: [text.includes('outbox') ? { results: 7 } : standbys] }
  }
  return { query, totalCount: 5, idleCount: 2, waitingCount: 1 } as unknown as Pool
}

/** An operator's port; `ahead`: of the machine's clock, in ms. */
async function open(of: { standbys?: object | null; ahead?: number; isKeyBesideData?: boolean } = {}) {
  const { standbys = alone, ahead = 0, isKeyBesideData = false } = of
  const hallClock = createHallClock(
    () => 1_000_000 + ahead,
    () => 5,
  )
  hallClock.observe(hallClock.monotonic(), 1_000_000)
  const parts: HealthParts = {
    ...{ pool: poolOf(standbys), databaseUrl: 'postgres://one/hall', hallClock, clock: () => 1_000_000 },
    folder: tmpdir(),
    queues: { bidFiles: () => 3, reports: () => 2, trail: () => 1 },
    sockets: () => 12,
    isKeyBesideData,
  }
  const counts = () => ({ answers: new Map([['2', 40]]), budgets: 9 })
  const port = await openOperatorPort({ host: '127.0.0.1', port: 0 }, parts, counts)
  closing.push(port.close)
  return (path: string, init?: RequestInit) => fetch(`${port.url}${path}`, init)
}

test('the version is the package’s', () => {
  const { version: declared } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  )
  expect(version).toBe(declared)
})

test('[HEA-2] an operator sees clock, database, disk, queues and version', async () => {
  const ask = await open()
  const answer = await ask('/healthz')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    ...{ status: 'ok', takesCommands: true, version, time: new Date(1_000_000).toISOString() },
    clock: { standing: 'right', aheadMilliseconds: 0, boundMilliseconds: expect.any(Number) },
    database: {
      milliseconds: expect.any(Number),
      connections: { open: 5, idle: 2, waiting: 1 },
      replica: null,
    },
    disk: { freeBytes: expect.any(Number), sizeBytes: expect.any(Number) },
    queues: { bidFiles: 3, reports: 2, trail: 1, results: 7 },
    sockets: 12,
    warnings: [],
  })
})

test('[KEY-9] an operator is warned of a key beside the data', async () => {
  const answer = await (await open({ isKeyBesideData: true }))('/healthz')
  expect(await answer.json()).toMatchObject({ status: 'ok', warnings: ['key-beside-data'] })
})

test.each([
  [{ ahead: 2000 }, 200, 'clock-off'],
  [{ ahead: -6000 }, 503, 'clock-off'],
  [{ standbys: null }, 503, 'unavailable'],
])('[HEA-2] with %o it answers %i and says %s', async (of, status, says) => {
  const answer = await (await open(of))('/healthz')
  expect([answer.status, (await answer.json()).status]).toEqual([status, says])
})

test('[HEA-2] metrics have these figures in Prometheus’ form, and leave out what cannot be had', async () => {
  const ask = await open({
    standbys: { ...alone, standbys: 1, lag_bytes: 500, lag_seconds: 0.5 },
    ahead: 2000,
  })
  const answer = await ask('/metrics')
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await answer.text()
  for (const line of [
    `kaibiao_info{version="${version}"} 1`,
    'kaibiao_takes_commands 1',
    'kaibiao_clock_ahead_seconds 2',
    'kaibiao_database_up 1',
    'kaibiao_database_connections{state="used"} 3',
    'kaibiao_standbys 1',
    'kaibiao_replica_lag_seconds 0.5',
    'kaibiao_queue_length{queue="bidFiles"} 3',
    'kaibiao_queue_length{queue="results"} 7',
    'kaibiao_sockets 12',
    'kaibiao_answers_total{status="2xx"} 40',
  ])
    expect(text.split('\n')).toContain(line)
  // Each figure has its help and type, and every other line is a sample.
  const sample = /^[a-z_0-9]+(\{[a-z]+="[^"\n]*"\})? -?\d+(\.\d+)?(e[+-]?\d+)?$/
  const lines = text.trimEnd().split('\n')
  for (const line of lines)
    expect(line).toMatch(line.startsWith('# ') ? /^# (HELP|TYPE) [a-z_0-9]+ .+$/ : sample)
  const away = await (await (await open({ standbys: null }))('/metrics')).text()
  expect(away).toContain('kaibiao_database_up 0\n')
  expect(away).not.toMatch(/kaibiao_(standbys|database_seconds|queue_length\{queue="results"\})/)
})

test('[HEA-2] it answers nothing else', async () => {
  const ask = await open()
  expect((await ask('/api/openapi.json')).status).toBe(404)
  expect((await ask('/healthz', { method: 'POST', body: 'x' })).status).toBe(405)
})

test.each([
  ['the only one', 'postgres://one/hall', alone, null],
  [
    'one of several that are not connected',
    'postgres://a@one:5432,two:5433/hall',
    alone,
    { isStandby: false, standbys: 0, lagBytes: null, lagSeconds: null },
  ],
  [
    'one with an expected standby',
    'postgres://one/hall',
    { ...alone, names: '*' },
    { isStandby: false, standbys: 0, lagBytes: null, lagSeconds: null },
  ],
  [
    'one whose standby has caught up',
    'postgres://one/hall',
    { ...alone, standbys: 1, lag_bytes: 0 },
    { isStandby: false, standbys: 1, lagBytes: 0, lagSeconds: 0 },
  ],
  [
    'one whose standby’s lag the hall may not see',
    'postgres://one/hall',
    { ...alone, standbys: 2 },
    { isStandby: false, standbys: 2, lagBytes: null, lagSeconds: null },
  ],
])('[HEA-2] the lag of replicas where the database is %s', async (_, url, row, replica) => {
  expect(await readReplica(poolOf(row), url)).toEqual(replica)
})
