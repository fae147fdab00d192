import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VisibleEntry } from '#domain/entry.ts'
import type { Damage } from '#protocol/session-export.ts'
import { enterSession, type Participant } from '#simulators/session-client.ts'
import { freshDatabase } from '../pg-database.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'

/* A log that was tampered with in the database, or that its disk lost something of: what can be read is given out. */

type Line = VisibleEntry & { readonly damage?: Damage; readonly payload?: unknown }

let hall: Hall
let database: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = new pg.Client({ connectionString: fresh.url })
  await database.connect()
  hall = await openHall({ environment: { DATABASE_URL: fresh.url, VARIANT: 'lead-30' } })
}, 60_000)
afterAll(async () => {
  await database.end()
  await hall.close()
  await drop()
})

/** A section with some entries; its supervisor and one of its bidders have entered. */
async function section() {
  const bidder = await bidderOf(hall, await testAuthority())
  const { session } = await publishFor(hall, [bidder], 600)
  const supervisor = await enterSession(await accountOf(hall, 'supervisor'), session)
  const opener = await enterSession(await accountOf(hall, 'opener'), session)
  const entrant = await enterSession(bidder.account, session)
  for (let n = 1; n <= 4; n += 1) {
    await opener.call('addKBProgressMessage', { body: { Message: `消息 ${n}` } })
  }
  const { rows } = await database.query<{ seq: number; type: string; secret: boolean }>(
    'select seq, type, secret is not null as secret from entry where session_id = $1 order by seq',
    [session],
  )
  const messages = rows.filter(({ type }) => type === 'MessagePosted').map(({ seq }) => seq)
  const secret = rows.findLast((row) => row.secret)?.seq ?? 0
  return { session, supervisor, entrant, messages, secret, head: rows.length }
}

/** As whoever may do anything to the database could. */
async function tamper(sql: string, session: string, seq: number): Promise<void> {
  await database.query('alter table entry disable trigger user')
  const { rowCount } = await database.query(sql, [session, seq])
  await database.query('alter table entry enable trigger user')
  expect(rowCount).toBe(1)
}

const alter = `update entry set payload = '{"message":"别的"}' where session_id = $1 and seq = $2`
const garble = `update entry set secret = set_byte(secret, 20, get_byte(secret, 20) # 1) where session_id = $1 and seq = $2`
const lose = 'delete from entry where session_id = $1 and seq = $2'
const misfold = `update entry set payload = 'null' where session_id = $1 and seq = $2`

async function exported(person: Participant) {
  const text = Buffer.from(await person.call('exportSessionLog')).toString('utf8')
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(head).toMatchObject({ form: 'kaibiao-session-log/1' })
  const places = lines as Line[]
  const damage = Object.fromEntries(places.flatMap((line) => (line.damage ? [[line.seq, line.damage]] : [])))
  return { text, places, damage }
}

function verified(text: string): { readonly code: number; readonly output: string } {
  const file = join(hall.dataDir, 'export.jsonl')
  writeFileSync(file, text)
  try {
    return { code: 0, output: execFileSync(process.execPath, ['src/tools/verify-draw.mjs', file]).toString() }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: Buffer }
    return { code: status, output: String(stdout) }
  }
}

test('a log that is whole is exported whole, and passes its check', async () => {
  const { supervisor, entrant, head } = await section()
  for (const person of [supervisor, entrant]) {
    const { text, places, damage } = await exported(person)
    expect(places.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, i) => i + 1))
    expect(damage).toEqual({})
    expect(text).not.toContain('"salt"')
    expect(verified(text)).toMatchObject({ code: 0 })
    person.close()
  }
})

test('what was altered, lost or cannot be decrypted is named at its place, everything else is there, no check passes', async () => {
  const { session, supervisor, entrant, messages, secret, head } = await section()
  const [altered = 0, lost = 0, , last = 0] = messages
  expect(Math.min(altered, lost, last, secret)).toBeGreaterThan(0)
  await tamper(alter, session, altered)
  await tamper(garble, session, secret)
  await tamper(lose, session, lost)
  await tamper(lose, session, last)
  const named = { [altered]: 'changed', [lost]: 'missing', [last]: 'missing', [secret]: 'private-unreadable' }
  for (const person of [supervisor, entrant]) {
    const { text, places, damage } = await exported(person)
    expect(places.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, i) => i + 1))
    // Whoever may not see an entry could not tell that something private in it is lost.
    expect(named).toMatchObject(damage)
    expect(damage).toMatchObject({ [altered]: 'changed', [lost]: 'missing', [last]: 'missing' })
    expect(places[altered - 1]?.payload).toEqual({ message: '别的' })
    const { code, output } = verified(text)
    expect(code).not.toBe(0)
    for (const [seq, what] of Object.entries(damage)) {
      expect(output).toMatch(new RegExp(`entry ${seq} is damaged.*: ${what}`))
    }
  }
  expect((await exported(supervisor)).damage).toEqual(named)
})

test('where the log has no state any more, whoever was let in before still gets what can be read', {
  timeout: 90_000,
}, async () => {
  const { session, supervisor, entrant, messages, secret, head } = await section()
  await tamper(garble, session, secret)
  await tamper(misfold, session, messages[0] ?? 0)
  await hall.kill()
  await hall.start()
  const once = { signal: new AbortController().signal }
  await expect(supervisor.call('getSessionLog', once)).rejects.toThrow('internal')
  for (const person of [supervisor, entrant]) {
    const { text, places, damage } = await exported(person)
    expect(places).toHaveLength(head)
    expect(damage[messages[0] ?? 0]).toBe('changed')
    expect(places[(messages[1] ?? 0) - 1]?.payload).toMatchObject({ message: '消息 2' })
    expect(verified(text).code).not.toBe(0)
  }
})
