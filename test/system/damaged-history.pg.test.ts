import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import type { Damage } from '#protocol/session-export.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { expectLine } from './refusal-trail.ts'

/* A log that was changed in the database or damaged on disk: what is readable is still exported. */

type Line = VisibleEntry & { readonly damage?: Damage; readonly payload?: unknown; readonly to?: number }

let hall: Hall
let database: pg.Client
let drop: () => Promise<void>
const present: Participant[] = []

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = new pg.Client({ connectionString: fresh.url })
  await database.connect()
  hall = await openHall({ environment: { DATABASE_URL: fresh.url, VARIANT: 'lead-30' } })
}, 60_000)
afterEach(() => {
  for (const person of present.splice(0)) person.close()
})
afterAll(async () => {
  await database.end()
  await hall.close()
  await drop()
})

/** A section with some entries; its supervisor, its opener and two bidders have entered, at or before its opening time. */
async function section({ isOpen = true } = {}) {
  const authority = await testAuthority()
  const bidder = await bidderOf(hall, authority)
  const other = await bidderOf(hall, authority)
  const { session, opensAt } = await publishFor(hall, [bidder, other], 600)
  if (isOpen) await hall.clock.leapTo(opensAt)
  const supervisor = await enterSession(await accountOf(hall, 'supervisor'), session)
  const opener = await enterSession(await accountOf(hall, 'opener'), session)
  const rival = await enterSession(other.account, session)
  const entrant = await enterSession(bidder.account, session)
  for (let n = 1; n <= 4; n += 1) {
    await opener.call('addKBProgressMessage', { body: { Message: `消息 ${n}` } })
  }
  const { rows } = await database.query<{ seq: number; type: string; secret: boolean; role: string }>(
    'select seq, type, role, locked is not null as secret from entry where session_id = $1 order by seq',
    [session],
  )
  const messages = rows.filter(({ type }) => type === 'MessagePosted').map(({ seq }) => seq)
  const secret = rows.findLast((row) => row.secret)?.seq ?? 0
  const seqOf = (type: string, role: string) => {
    const found = rows.find((row) => row.type === type && row.role === role)
    if (!found) throw new Error(`no ${type} by ${role}`)
    return found.seq
  }
  present.push(supervisor, opener, rival, entrant)
  return { session, supervisor, opener, entrant, messages, secret, seqOf, head: rows.length }
}

/** The log as its call returns it, which limits what an export may contain. */
async function logOf(person: Participant): Promise<VisibleEntry[]> {
  return (await person.call('getSessionLog')).entries as unknown as VisibleEntry[]
}

/** As an administrator of the database could. */
async function tamper(sql: string, session: string, seq: number): Promise<void> {
  await database.query('alter table entry disable trigger user')
  const { rowCount } = await database.query(sql, [session, seq])
  await database.query('alter table entry enable trigger user')
  expect(rowCount).toBe(1)
}

const alter = `update entry set payload = '{"message":"别的"}' where session_id = $1 and seq = $2`
const garble = `update entry set locked = set_byte(locked, 20, get_byte(locked, 20) # 1)
  where session_id = $1 and seq = $2`
const strip = 'update entry set locked = null where session_id = $1 and seq = $2'
const disclose = `update entry set type = 'MessagePosted', role = 'opener' where session_id = $1 and seq = $2`
const lose = 'delete from entry where session_id = $1 and seq = $2'
const misfold = `update entry set payload = 'null' where session_id = $1 and seq = $2`

/** Like a lost disk page: reading the row fails with PostgreSQL's error for corrupted data. */
async function breakRow(session: string, seq: number): Promise<void> {
  await database.query(`
    create function torn() returns json language plpgsql as
      $$ begin raise exception 'invalid page in block 0' using errcode = 'data_corrupted'; end $$;
    alter table entry rename to entry_kept;
    create view entry as
      select session_id, seq, type, version, at, actor, role, command_id,
        case when session_id = '${session}' and seq = ${seq} then torn() else payload end as payload,
        commitments, locked, previous, hash, mark
      from entry_kept`)
}

async function mendRow(): Promise<void> {
  await database.query('drop view entry; alter table entry_kept rename to entry; drop function torn()')
}

async function exported(person: Participant, form = 'kaibiao-session-log/2') {
  const text = Buffer.from(await person.call('exportSessionLog')).toString('utf8')
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(head).toMatchObject({ form })
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

test('an intact log is exported completely and passes its check', async () => {
  const { supervisor, entrant, head } = await section()
  for (const person of [supervisor, entrant]) {
    const { text, places, damage } = await exported(person)
    expect(places.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, i) => i + 1))
    expect(damage).toEqual({})
    expect(text).not.toContain('"salt"')
    expect(verified(text)).toMatchObject({
      code: 3,
      output: expect.stringContaining('CUT the end of the session'),
    })
  }
})

test('[RIV-4] before the opening time a bidder’s export shows neither how long the log is nor its damage', async () => {
  const { session, entrant, messages, seqOf } = await section({ isOpen: false })
  // The supervisor's entry, and their own.
  const entered = ['ParticipantEntered', 'ParticipantEntered']
  const seen = ['TenderPublished', 'BidderEnrolled', ...entered, ...messages.map(() => 'MessagePosted')]
  const preview = () => exported(entrant, 'kaibiao-session-preview/1')
  const { text, places } = await preview()
  expect(places.map(({ type }) => type)).toEqual(seen)
  expect(places.map(({ seq }) => seq)).toEqual(seen.map((_, i) => i + 1))
  expect(verified(text)).toMatchObject({ code: 1, output: expect.stringContaining('export it again') })
  await tamper(lose, session, seqOf('ParticipantEntered', 'opener'))
  await tamper(misfold, session, seqOf('TenderPublished', 'platform'))
  await hall.stop()
  await hall.start()
  expect((await preview()).places.map(({ type }) => type)).toEqual(seen.slice(1))
})

test('an export of a damaged log shows nobody more than the log does', async () => {
  const { session, supervisor, entrant, messages, seqOf } = await section()
  const known = { supervisor: await logOf(supervisor), entrant: await logOf(entrant) }
  const garbled = seqOf('ParticipantEntered', 'bidder')
  const disclosed = seqOf('ParticipantEntered', 'opener')
  const [altered = 0] = messages
  const hidden = known.entrant.filter(isHidden).map(({ seq }) => seq)
  expect(hidden).toEqual(expect.arrayContaining([garbled, disclosed]))
  await tamper(garble, session, garbled)
  await tamper(disclose, session, disclosed)
  await tamper(alter, session, altered)

  const seen = await exported(entrant)
  expect(seen.damage).toEqual({ [disclosed]: 'changed', [altered]: 'changed' })
  for (const [i, entry] of known.entrant.entries()) {
    const { seq, hash } = entry
    const changed = seen.damage[seq] ? { damage: 'changed' } : null
    const told = isHidden(entry) || changed ? { seq, hash, ...changed } : { ...entry, private: {} }
    expect(seen.places[i]).toEqual(told)
  }

  const whole = await exported(supervisor)
  expect(whole.damage).toEqual({ ...seen.damage, [garbled]: 'private-unreadable' })
  expect(whole.places[altered - 1]?.payload).toEqual({ message: '别的' })
  expect(whole.places[disclosed - 1]).toMatchObject({
    ...known.supervisor[disclosed - 1],
    type: 'MessagePosted',
    role: 'opener',
    private: {},
  })
})

test('[KEY-7] a section whose log was added to in the database stands still, and the trail has an alarm', async () => {
  const { session, supervisor, opener, entrant, head } = await section()
  await database.query(
    `insert into entry select session_id, $2, type, version, at, actor, role, command_id, payload, commitments, locked,
       previous, hash, mark from entry where session_id = $1 and seq = $3`,
    [session, head + 1, head],
  )
  await database.query('update session set head = $2 where id = $1', [session, head + 1])
  const once = { signal: new AbortController().signal }
  const said = opener.call('addKBProgressMessage', { body: { Message: '继续' }, ...once })
  await expect(said).rejects.toThrow('log-altered')
  await expect(entrant.call('getSessionLog', once)).rejects.toThrow('log-altered')
  expect((await exported(supervisor)).damage).toEqual({ [head + 1]: 'changed' })
  const alarm = {
    kind: 'alarm',
    what: 'log',
    code: 'log-altered',
    detail: `entry ${head + 1}`,
    section: session,
  } as const
  await expectLine(await accountOf(hall, 'supervisor'), alarm)
  expect(hall.output()).toContain('this section stands still')
})

test('lost private fields count as unreadable', async () => {
  const { session, supervisor, secret } = await section()
  await tamper(strip, session, secret)
  expect((await exported(supervisor)).damage).toEqual({ [secret]: 'private-unreadable' })
})

test('a wrong head is reported as one gap, not as billions of missing entries', async () => {
  const { session, supervisor, head } = await section()
  await database.query('update session set head = 2147483647 where id = $1', [session])
  const { text, places } = await exported(supervisor)
  expect(places.slice(head)).toEqual([{ seq: head + 1, to: 2147483647, damage: 'missing' }])
  const { code, output } = verified(text)
  expect(code).not.toBe(0)
  expect(output).toContain(`entries ${head + 1} to 2147483647 are damaged, the export says: missing`)
})

test('an unreadable row does not affect the others', async () => {
  const { session, supervisor, messages, head } = await section()
  const [broken = 0] = messages
  await breakRow(session, broken)
  try {
    const { text, places, damage } = await exported(supervisor)
    expect(places.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, i) => i + 1))
    expect(damage).toEqual({ [broken]: 'unreadable' })
    expect(places[broken - 1]).toEqual({ seq: broken, damage: 'unreadable' })
    expect(places[broken]?.payload).toMatchObject({ message: '消息 2' })
    expect(verified(text).code).not.toBe(0)
  } finally {
    await mendRow()
  }
})

test('changed, lost and undecryptable entries are named in place, and the rest is exported', async () => {
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
    // A viewer who may not see an entry cannot know that a private field of it is lost.
    expect(named).toMatchObject(damage)
    expect(damage).toMatchObject({ [altered]: 'changed', [lost]: 'missing', [last]: 'missing' })
    const { code, output } = verified(text)
    expect(code).not.toBe(0)
    for (const [seq, what] of Object.entries(damage)) {
      expect(output).toMatch(new RegExp(`entry ${seq} is damaged.*: ${what}`))
    }
  }
  expect((await exported(supervisor)).damage).toEqual(named)
})

test('without a readable state those authorized before still get what is readable, and nobody else', {
  timeout: 90_000,
}, async () => {
  const { session, supervisor, opener, entrant, messages, secret, seqOf, head } = await section()
  // The log no longer tells who leads the section and who was authorized.
  const published = seqOf('TenderPublished', 'platform')
  const enrolled = seqOf('BidderEnrolled', 'platform')
  await tamper(lose, session, published)
  await tamper(lose, session, enrolled)
  await tamper(garble, session, secret)
  await tamper(misfold, session, messages[0] ?? 0)
  await hall.kill()
  await hall.start()
  const once = { signal: new AbortController().signal }
  await expect(supervisor.call('getSessionLog', once)).rejects.toThrow('log-altered')
  for (const person of [supervisor, opener, entrant]) {
    const { text, places, damage } = await exported(person)
    expect(places[0]).toEqual({ seq: published, to: enrolled, damage: 'missing' })
    expect(places.at(-1)?.seq).toBe(head)
    expect(damage[messages[0] ?? 0]).toBe('changed')
    expect(places.find(({ seq }) => seq === messages[1])?.payload).toMatchObject({ message: '消息 2' })
    expect(verified(text).code).not.toBe(0)
  }
  await database.query(`update session set agency_code = 'another' where id = $1`, [session])
  await expect(opener.call('exportSessionLog')).rejects.toThrow('forbidden')
  await database.query('update session set agency_code = null where id = $1', [session])
  await expect(opener.call('exportSessionLog')).rejects.toThrow('forbidden')
  await database.query('delete from session_bidder where session_id = $1', [session])
  await expect(entrant.call('exportSessionLog')).rejects.toThrow('not-enrolled')
  expect((await exported(supervisor)).places.at(-1)?.seq).toBe(head)
})
