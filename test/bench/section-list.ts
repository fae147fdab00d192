import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { countedTo } from '#protocol/calls/section-list.ts'
import { calls } from '#protocol/calls.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { freePort, startServer } from '#simulators/fixtures/server-process.ts'
import { openBenchDatabase } from './bench-database.ts'
import { type Figure, figure } from './figure.ts'
import {
  accountsPerRole,
  addLogs,
  addPeople,
  addSections,
  agencyCode,
  bidderCode,
  sections,
  userCodeOf,
} from './section-list-data.ts'

/*
 * Measures a page of the section list among 100,000 sections, over HTTP from a real server. The baseline is the bare
 * driver reading the same rows and the same count. Both alternate in rounds with the same concurrency; the figure is
 * the 99th percentile of each round.
 */

const rounds = 5
const warmUp = 1
const each = 300
const atOnce = 2

type Role = 'supervisor' | 'opener' | 'bidder'

interface Question {
  readonly name: string
  readonly role: Role
  /** Of `getJYPTGongChengLieBiao`. */
  readonly body: Readonly<Record<string, unknown>>
  /** The same in SQL: what follows `where`, and its values. */
  readonly where: string
  readonly values: readonly unknown[]
  readonly order?: string
}

const from = new Date(Date.now() + 5 * 86_400_000).toISOString()
const to = new Date(Date.now() + 35 * 86_400_000).toISOString()
const toOpen = `section_code is not null and status <> 'opened'`

const questions: readonly Question[] = [
  { name: 'hall-first-page', role: 'supervisor', body: {}, where: toOpen, values: [] },
  {
    name: 'hall-filtered-page',
    role: 'supervisor',
    body: { Hangye: 1, PBType: 16, GCLX: 1, zsfs: 1, StartTime: from, EndTime: to, BHOrMC: '道路' },
    where: `${toOpen} and industry = 1 and qualification = 16 and project_kind = 1 and qualification_method = 1
      and opens_at >= $1 and opens_at <= $2 and hall_pairs(section_code || ' ' || section_name) @> hall_pairs($3)
      and (section_name ilike $4 or section_code ilike $4)`,
    values: [from, to, '道路', '%道路%'],
  },
  {
    name: 'hall-one-section-by-code',
    role: 'supervisor',
    body: { BHOrMC: 'NJSZ2026-012345' },
    where: `${toOpen} and hall_pairs(section_code || ' ' || section_name) @> hall_pairs($1)
      and (section_name ilike $2 or section_code ilike $2)`,
    values: ['NJSZ2026-012345', '%NJSZ2026-012345%'],
  },
  {
    name: 'hall-page-500-by-name',
    role: 'supervisor',
    body: { PageIndex: 500, SortBy: 'bdmc', SortDesc: 1 },
    where: toOpen,
    values: [],
    order: 'section_name desc, id limit 8 offset 3992',
  },
  {
    name: 'hall-openers-page',
    role: 'opener',
    body: { StartTime: from, EndTime: to },
    where: `${toOpen} and agency_code = $1 and opens_at >= $2 and opens_at <= $3`,
    values: [agencyCode, from, to],
  },
  {
    name: 'hall-bidders-page',
    role: 'bidder',
    body: {},
    where: `${toOpen} and exists (select from session_bidder where session_id = session.id and bidder_code = $1)`,
    values: [bidderCode],
  },
]

export async function* bench(): AsyncGenerator<Figure> {
  const postgres = await openBenchDatabase()
  // Plain connections, one for each concurrent question.
  const pool = new pg.Pool({ connectionString: postgres.url, max: atOnce * 2 })
  pool.on('error', () => {})
  const environment = { DATABASE_URL: postgres.url }
  const server = await startServer({ dataDir: postgres.folder, port: await freePort(), environment })
  try {
    const place = { databaseUrl: postgres.url, dataDir: postgres.folder }
    await addPeople(place)
    console.error(`adding ${sections} sections`)
    await addSections(pool)
    await addLogs(pool, place)
    await pool.query('vacuum analyze')
    const ask = await connect(server.url)
    for (const question of questions) yield await compare(question, ask, pool)
  } finally {
    await server.stop()
    await pool.end()
    await postgres.close()
  }
}

type Ask = (role: Role, body: object) => Promise<{ total: number; rows: readonly unknown[] }>

async function compare(question: Question, ask: Ask, pool: pg.Pool): Promise<Figure> {
  await expectTheSame(question, ask, pool)
  const values: number[] = []
  const baselines: number[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const value = await p99(() => ask(question.role, question.body))
    const baseline = await p99(() => askBare(pool, question))
    if (round < 0) continue
    values.push(value)
    baselines.push(baseline)
  }
  return figure(question.name, sections, 'ms (p99)', values, baselines)
}

/** Checks that both answer the same question. */
async function expectTheSame(question: Question, ask: Ask, pool: pg.Pool): Promise<void> {
  const [answer, bare] = [await ask(question.role, question.body), await askBare(pool, question)]
  const same = answer.rows.length === bare.rows.length && answer.total === Math.min(bare.total, countedTo)
  if (!same || answer.rows.length === 0) {
    throw new Error(
      `${question.name}: ${answer.rows.length} of ${answer.total}, not ${bare.rows.length} of ${bare.total}`,
    )
  }
  console.error(`${question.name}: ${bare.total}${bare.total > countedTo ? ' or more' : ''} sections match`)
}

async function askBare(pool: pg.Pool, { where, values, order }: Question) {
  const page = await pool.query(
    `select id, section_code, section_name, project_kind, qualification, qualification_method, opens_at, status,
       lot_status, bidder_count
     from session where ${where} order by ${order ?? 'opens_at, id limit 8'}`,
    [...values],
  )
  if (page.rows.length < 8) return { rows: page.rows, total: page.rows.length }
  const counted = await pool.query<{ total: number }>(
    `select count(*)::int as total from (select from session where ${where} limit ${countedTo + 1}) as found`,
    [...values],
  )
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 }
}

/** The 99th percentile of a round, in milliseconds. */
async function p99(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  const lane = async () => {
    while (took.length < each) {
      const began = performance.now()
      await work()
      took.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99) - 1] ?? Number.NaN
}

/** Connections that stay open, as a browser's or a proxy's do. */
async function connect(url: string): Promise<Ask> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const http = httpClient({ url })
  const tokens: Record<Role, string[]> = { supervisor: [], opener: [], bidder: [] }
  for (const role of ['supervisor', 'opener', 'bidder'] as const) {
    for (let n = 0; n < accountsPerRole; n += 1) {
      tokens[role].push((await http.call('testLogin', { body: { UserCode: userCodeOf(role, n) } })).token)
    }
  }
  let asked = 0
  return (role, body) => post(agent, url, tokens[role][asked++ % accountsPerRole] ?? '', JSON.stringify(body))
}

function post(agent: Agent, url: string, token: string, body: string): ReturnType<Ask> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const { path } = calls.getJYPTGongChengLieBiao
    const asking = request(url + path, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () =>
        response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
      )
      response.on('error', reject)
    })
    asking.on('error', reject)
    asking.end(body)
  })
}
