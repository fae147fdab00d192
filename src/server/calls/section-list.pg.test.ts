import { randomUUID } from 'node:crypto'
import { eq, inArray, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { standard } from '#variants/standard.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { session, sessionBidder } from '../db/schema.ts'
import { AlteredLogError } from '../log/log-marks.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { Services } from '../services.ts'
import { createSectionListReader } from '../transport/section-list-reader.ts'
import { findRunning } from '../watch/running-sections.ts'
import { countsFor, findPublished, readPage, type Search, sectionListRow } from './published-sections.ts'
import { sectionListHandlers } from './section-list.ts'

let database: Database
let drop: () => Promise<void>

const now = Date.parse('2026-03-02T01:00:00.000Z')
const hour = 3_600_000
const supervisor: Actor = { id: 'supervisor', role: 'supervisor', name: '陈监督', unitCode: 'S' }
const opener: Actor = { id: 'opener', role: 'opener', name: '王主持', unitCode: 'AGENCY-1' }
const bidder: Actor = { id: 'bidder', role: 'bidder', name: '投标人', unitCode: 'B1' }

/** Sections by the last letter of their code; missing fields are those of `usual`. */
const sections: Record<string, Partial<typeof session.$inferInsert>> = {
  a: {
    createdAt: new Date(now - 4 * hour),
    sectionName: '城西路道路改造工程',
    opensAt: new Date(now + 3 * hour),
    bidderCount: 5,
    industry: 1,
  },
  b: {
    createdAt: new Date(now - 3 * hour),
    sectionName: '实验学校 教学楼_100% 装修',
    opensAt: new Date(now + hour),
    bidderCount: 7,
    industry: 2,
  },
  c: {
    createdAt: new Date(now - 2 * hour),
    sectionName: '档案馆设备采购',
    projectKind: 2,
    specialty: 2,
    qualification: 8,
    qualificationMethod: 0,
    fixedPrice: true,
    agencyCode: 'AGENCY-2',
    opensAt: new Date(now - hour),
  },
  d: { status: 'failed', opensAt: new Date(now - 2 * hour), createdAt: new Date(now - 200 * hour) },
  e: { status: 'opened', opensAt: new Date(now - 30 * hour), region: '滨江新区', lotStatus: 0 },
  f: { status: 'opened', opensAt: new Date(now - 20 * hour), region: '城西区', agencyCode: 'AGENCY-2' },
  g: {
    createdAt: new Date(now - 1 * hour),
    status: 'opening',
    lotStatus: 4,
    opensAt: new Date(now - 3 * hour),
  },
}

const usual = {
  ...{ epoch: 'e', headHash: '', privateKey: new Uint8Array(), sealIdentity: '', sealRecipient: '' },
  ...{ sectionName: '测试标段', projectKind: 1, qualification: 16, qualificationMethod: 1, industry: 99 },
  ...{ specialty: 3, agencyCode: 'AGENCY-1', status: 'not-opened', flow: 0, createdAt: new Date(now) },
}

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
  for (const [letter, changes] of Object.entries(sections)) {
    const id = randomUUID()
    await database.db.insert(session).values({ id, sectionCode: `HALL-${letter}`, ...usual, ...changes })
    if ('ace'.includes(letter)) {
      await database.db.insert(sessionBidder).values({ sessionId: id, bidderCode: 'B1' })
    }
  }
  // A section whose publication was refused.
  await database.db
    .insert(session)
    .values({ ...usual, id: randomUUID(), sectionName: null, agencyCode: null, opensAt: null })
})

afterAll(async () => {
  await database.close()
  await drop()
})

/** The letters of the found sections, in their order. */
async function found(search: Partial<Search>, actor = supervisor): Promise<string> {
  const usualSearch = { ended: false, descending: false, page: 1, pageSize: 100 }
  const { rows, total } = await readPage(database, actor, { ...usualSearch, ...search })
  expect(total).toBe(rows.length)
  return rows.map((row) => row.sectionCode.slice(-1)).join('')
}

test('[LST-1] open sections come soonest first, failed ones after them, ended ones latest first', async () => {
  expect(await found({})).toBe('gcbad')
  expect(await found({ ended: true })).toBe('dfe')
})

test('[LST-1] sections of one opening time are listed by their code', async () => {
  const letters = ['y', 'w', 'z', 'v', 'x']
  const opensAt = new Date(now + 5 * hour)
  const together = letters.map((letter) => ({
    ...usual,
    id: randomUUID(),
    sectionCode: `HALL-${letter}`,
    opensAt,
  }))
  const ids = together.map(({ id }) => id)
  await database.db.insert(session).values(together)
  expect(await found({})).toBe('gcbavwxyzd')
  await database.db.update(session).set({ status: 'opened' }).where(inArray(session.id, ids))
  expect(await found({ ended: true })).toBe('vwxyzdfe')
  await database.db.delete(session).where(inArray(session.id, ids))
})

test('[HLT-10] failed and stopped lots are in both lists, paused ones are not ended', async () => {
  const setLot = (lotStatus: number) =>
    database.db.update(session).set({ lotStatus }).where(eq(session.sectionCode, 'HALL-g'))
  await setLot(3)
  expect(await found({ ended: true })).toBe('dgfe')
  expect(await found({})).toBe('cbadg')
  await setLot(4)
  expect(await found({ ended: true })).toBe('dfe')
})

test('[WAL-1] on the wall is what is being opened or opens within half an hour, the nearest first, at most 30', async () => {
  const at = async (time: number) => {
    const { sections, more } = await findRunning(database, time)
    return { letters: sections.map(({ code }) => code.slice(-1)).join(''), more }
  }
  expect(await at(now)).toEqual({ letters: 'cg', more: 0 })
  expect(await at(now + 31 * 60_000)).toEqual({ letters: 'bcg', more: 0 })
  // Nobody has begun `c` for a day.
  expect(await at(now + 24 * hour)).toEqual({ letters: 'abg', more: 0 })
  const crowd = Array.from({ length: 29 }, (_, n) => ({
    ...{ ...usual, id: randomUUID(), sectionCode: `CROWD-${n}`, status: 'opening' },
    opensAt: new Date(now),
  }))
  await database.db.insert(session).values(crowd)
  const { sections, more } = await findRunning(database, now)
  expect([sections.length, more]).toEqual([30, 1])
  await database.db.delete(session).where(like(session.sectionCode, 'CROWD-%'))
})

test('[LST-2] openers see their unit’s sections, bidders those they are enrolled in, supervisors all', async () => {
  expect(await found({}, opener)).toBe('gbad')
  expect(await found({ ended: true }, opener)).toBe('de')
  expect(await found({}, bidder)).toBe('ca')
  expect(await found({ ended: true }, bidder)).toBe('e')
  const stranger = { ...bidder, unitCode: null }
  expect(await found({}, stranger)).toBe('')
})

test.for<[string, Partial<Search>, string]>([
  ['industry', { industry: 2 }, 'b'],
  ['industry 0 is all', { industry: 0 }, 'gcbad'],
  ['opening type', { qualification: 8 }, 'c'],
  ['qualification method pre', { qualificationMethod: 0 }, 'c'],
  ['qualification method post', { qualificationMethod: 1 }, 'gbad'],
  ['qualification method 2 is all', { qualificationMethod: 2 }, 'gcbad'],
  ['project kind', { projectKind: 2 }, 'c'],
  ['specialty', { specialty: 2 }, 'c'],
  ['specialty 100 is all', { specialty: 100 }, 'gcbad'],
  ['fixed price', { fixedPrice: 1 }, 'c'],
  ['no fixed price, said or not', { fixedPrice: 0 }, 'gbad'],
  ['days', { from: new Date(now - 1.5 * hour).toISOString(), to: new Date(now + hour).toISOString() }, 'cb'],
  ['region', { ended: true, region: '滨江新区' }, 'e'],
  ['bidder', { ended: true, bidderCode: 'B1' }, 'e'],
  ['published lately, newest first', { publishedAfter: new Date(now - 100 * hour) }, 'gcba'],
])('[LST-4] filters by %s', async ([, search, letters]) => {
  expect(await found(search)).toBe(letters)
})

test.for<[string, string]>([
  ['道路', 'a'],
  ['路', 'a'],
  ['hall-C', 'c'],
  ['教学楼', 'b'],
  ['校 教', 'b'],
  ['_', 'b'],
  ['100%', 'b'],
  ['%教', ''],
  ['道改', ''],
])('the text %s is found in name or code as it is written, whatever its case', async ([text, letters]) => {
  expect(await found({ text })).toBe(letters)
})

test('[LST-12] a section named by its whole code is found on any day', async () => {
  const days = { from: new Date(now - 1.5 * hour).toISOString(), to: new Date(now + hour).toISOString() }
  expect(await found({ ...days, text: 'hall-a' })).toBe('a')
  expect(await found({ ...days, text: 'HALL-' })).toBe('cb')
  expect(await found({ ...days, text: 'hall-e' })).toBe('')
  expect(await found({ ...days, ended: true, text: 'hall-e' })).toBe('e')
})

test('columns sort both ways', async () => {
  expect(await found({ sortBy: 'bdbh' })).toBe('abcdg')
  expect(await found({ sortBy: 'bdbh', descending: true })).toBe('gdcba')
  expect(await found({ sortBy: 'tbrCount', descending: true })).toMatch(/^ba/)
  expect(await found({ sortBy: 'OpenBidTime', descending: true })).toBe('abcdg')
  expect(await found({ sortBy: 'bdmc' })).toHaveLength(5)
  expect(await found({ sortBy: 'bidStatus' })).toHaveLength(5)
})

test('[LST-3] the order does not tell a count that is not shown yet', async () => {
  const byCount = { sortBy: 'tbrCount', descending: true, countsUntil: new Date(now) } as const
  // Of c, d and g, which have opened, nobody bid; b and a are still to open.
  const letters = await found(byCount)
  expect(letters.slice(0, 3).split('').sort().join('')).toBe('cdg')
  expect(await found({ ...byCount, countsUntil: new Date(now + 4 * hour) })).toMatch(/^ba/)
})

test('a page has the total number of matches, and failed lots come on the pages after all others', async () => {
  const pageOf = async (page: number, pageSize: number) => {
    const search = { ended: false, descending: false, page, pageSize }
    const { rows, total, more } = await readPage(database, supervisor, search)
    expect({ total, more }).toEqual({ total: 5, more: false })
    return rows.map((row) => row.sectionCode.slice(-1)).join('')
  }
  expect([await pageOf(1, 2), await pageOf(2, 2), await pageOf(3, 2)]).toEqual(['gc', 'ba', 'd'])
  expect([await pageOf(1, 3), await pageOf(2, 3)]).toEqual(['gcb', 'ad'])
})

test('findPublished finds the sections that the actor may see', async () => {
  const search = { ended: false, descending: false, page: 1, pageSize: 8 }
  const { rows } = await readPage(database, supervisor, search)
  const [paused] = rows
  if (!paused) throw new Error('a section expected')
  expect((await findPublished(database, supervisor, paused.id))?.sectionCode).toBe('HALL-g')
  expect(await findPublished(database, bidder, paused.id)).toBeNull()
})

test('[LST-3] [LST-5] a row has its lot status, and the count as the viewer may see it', async () => {
  const search = { ended: false, descending: false, page: 1, pageSize: 8 }
  const { rows } = await readPage(database, supervisor, search)
  const shown = (counts: 'never' | 'at-opening' | 'always') =>
    rows.map((row) => sectionListRow(row, { counts, now }))
  expect(shown('always').map((row) => row.BDZHUANGTAI)).toEqual([4, 0, 0, 0, 2])
  expect(shown('always').map((row) => row.tbrCount)).toEqual([0, 0, 7, 5, 0])
  expect(shown('at-opening').map((row) => row.tbrCount)).toEqual([0, 0, '***', '***', 0])
  expect(shown('never').map((row) => row.tbrCount)).toEqual([null, null, null, null, null])
  expect(shown('never').map((row) => row.remainTime)).toEqual([0, 0, hour, 3 * hour, 0])
})

test('[LST-3] the variant decides who sees counts, and whether before the opening', () => {
  const { hall } = standard
  expect(countsFor(bidder, hall)).toBe('never')
  expect(countsFor(opener, hall)).toBe('always')
  expect(countsFor(supervisor, { ...hall, maskBidderCount: true })).toBe('at-opening')
  expect(countsFor(supervisor, { ...hall, bidderCountSeenBy: ['opener'] })).toBe('never')
})

type ListedStates = Pick<SessionLogReader, 'state' | 'stateAtLeast'>

const emptyLog: ListedStates = { state: async () => null, stateAtLeast: async () => null }

/** The logs of all sections are those of a decryption under way, but for the altered ones. */
function decryptingLogs(altered: readonly string[] = []): ListedStates {
  const unredactedState = stateAfter(histories.decrypting())
  async function state(id: string) {
    if (altered.includes(id)) throw new AlteredLogError(id, 1)
    return { epoch: 'e', head: 1, hash: '', at: '', unredactedState }
  }
  return { state, stateAtLeast: state }
}

/** The section list's calls as an actor makes them at `now`. */
function callsOf(actor: Actor, log: ListedStates = emptyLog) {
  const services = { database, clock: () => now, settings: { variant: standard }, log }
  const { getJYPTGongChengLieBiao, getBidProjKBEnd } = sectionListHandlers(services as unknown as Services)
  type Open = Parameters<typeof getJYPTGongChengLieBiao>[0]
  type Ended = Parameters<typeof getBidProjKBEnd>[0]
  const page = { PageIndex: 1, PageSize: 100, SortDesc: 0 }
  return {
    open: (body: object) =>
      getJYPTGongChengLieBiao({ body: { ...page, ...body }, login: { actor } } as unknown as Open),
    ended: (query: object) =>
      getBidProjKBEnd({ query: { ...page, ...query }, login: { actor } } as unknown as Ended),
  }
}

const lettersOf = (answer: Awaited<ReturnType<ReturnType<typeof callsOf>['open']>>) =>
  answer.ok ? answer.value.rows.map(({ bdbh }) => bdbh.slice(-1)).join('') : answer.error.code

test('[LST-9] new projects are those of the last seven days, the newest first', async () => {
  const published = (hours: number) => ({ createdAt: new Date(now - hours * hour) })
  const id = randomUUID()
  const row = { id, sectionCode: 'HALL-h', opensAt: new Date(now + 9 * hour) }
  await database.db.insert(session).values({ ...usual, ...row, ...published(7 * 24 - 1) })
  const { open } = callsOf(supervisor)
  expect(lettersOf(await open({ isXinXiangMu: 1 }))).toBe('gcbah')
  await database.db
    .update(session)
    .set(published(7 * 24 + 1))
    .where(eq(session.id, id))
  expect(lettersOf(await open({ isXinXiangMu: 1 }))).toBe('gcba')
  await database.db.delete(session).where(eq(session.id, id))
})

test('[LST-10] a bidder is refused the ended sections of another company', async () => {
  const { ended } = callsOf(bidder)
  expect(lettersOf(await ended({ EntprsCode: 'B1' }))).toBe('e')
  expect(lettersOf(await ended({ EntprsCode: 'B2' }))).toBe('forbidden')
  expect(lettersOf(await callsOf(supervisor).ended({ EntprsCode: 'B2' }))).toBe('')
})

test('[LST-14] what is running has its step and window; what is ahead, over or altered has none', async () => {
  const ids = await database.reads.select({ id: session.id, code: session.sectionCode }).from(session)
  const idOf = (letter: string) => ids.find(({ code }) => code === `HALL-${letter}`)?.id ?? ''
  const runningOf = async (log: ListedStates) => {
    const answer = await callsOf(supervisor, log).open({})
    return answer.ok && answer.value.rows.map(({ bdbh, running }) => [bdbh.slice(-1), running?.window?.name])
  }
  const others = [['b'], ['a'], ['d']].map(([letter]) => [letter, undefined])
  expect(await runningOf(decryptingLogs())).toEqual([['g', 'decryption'], ['c', 'decryption'], ...others])
  const altered = decryptingLogs([idOf('g')])
  expect(await runningOf(altered)).toEqual([['g', undefined], ['c', 'decryption'], ...others])
})

test('[LST-14] a bidder reads their list beside a section whose log was altered', async () => {
  const ids = await database.reads.select({ id: session.id }).from(session)
  const { open } = callsOf(bidder, decryptingLogs(ids.map(({ id }) => id)))
  const answer = await open({})
  expect(answer.ok && answer.value.rows.map(({ bdbh, submitted }) => [bdbh.slice(-1), submitted])).toEqual([
    ['c', false],
    ['a', false],
  ])
})

test('[LST-14] a hint is due when the step or the window of a running section changes, and not otherwise', async () => {
  const setFlow = (flow: number) =>
    database.db.update(session).set({ flow }).where(eq(session.sectionCode, 'HALL-c'))
  const [row] = await database.reads
    .select({ id: session.id })
    .from(session)
    .where(eq(session.sectionCode, 'HALL-c'))
  const id = row?.id ?? ''
  const shownAfter = async (history: Parameters<typeof stateAfter>[0]) => {
    const unredactedState = stateAfter(history)
    await setFlow(unredactedState.flow)
    const known = { epoch: 'e', head: 1, hash: '', at: '', unredactedState }
    const reader = createSectionListReader(database, { state: async () => known })
    const [section] = await reader.sections([id])
    const own = (await reader.rowsOf('B1')).find((shown) => shown.id === id)
    expect(own?.shown).toBe(section?.shown)
    return section?.shown
  }
  const { decrypting, opening, allOpened, announced, submitted, enrolled } = histories
  const started = await shownAfter(decrypting())
  expect(await shownAfter([...decrypting(), ...opening(1)])).toBe(started)
  const closed = await shownAfter([...decrypting(), ...opening(1), ...opening(2), allOpened])
  expect(new Set([started, closed, await shownAfter(announced())]).size).toBe(3)
  expect(await shownAfter(submitted())).toBe(await shownAfter(enrolled()))
  await setFlow(0)
})
