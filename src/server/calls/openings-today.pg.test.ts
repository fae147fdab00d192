import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/support/pg-database.ts'
import { standard } from '#variants/standard.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { session } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { openingsTodayHandler } from './openings-today.ts'

let database: Database
let drop: () => Promise<void>

const now = Date.parse('2026-03-02T01:00:00.000Z')
const hour = 3_600_000

/** By the last letter of the code; of the two of one opening time the later code comes first. */
const sections: Record<string, Partial<typeof session.$inferInsert>> = {
  c: { opensAt: new Date(now + hour), sectionName: '实验学校教学楼装修' },
  a: { opensAt: new Date(now - 3 * hour), status: 'opening', lotStatus: 4 },
  b: { opensAt: new Date(now + hour), sectionName: '档案馆设备采购' },
  d: { opensAt: new Date(now - 2 * hour), status: 'failed' },
  e: { opensAt: new Date(now - 30 * hour), status: 'opened' },
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
    const row = { ...usual, id: randomUUID(), sectionCode: `HALL-${letter}`, ...changes }
    await database.db.insert(session).values(row)
  }
})

afterAll(async () => {
  await database.close()
  await drop()
})

/** What the home page is told, at `at`, in the standard region or another. */
function todayAt(at: { now: number }, variant = standard) {
  const services = { database, clock: () => at.now, settings: { variant } }
  const getOpeningsToday = openingsTodayHandler(services as unknown as Services)
  return async () => {
    const answer = await getOpeningsToday({} as Parameters<typeof getOpeningsToday>[0])
    return answer.ok ? answer.value : answer.error.code
  }
}

test('[LST-15] everybody reads codes, names and times of what opens today, and nothing else', async () => {
  // Of the sections of 2 March in Shanghai, from 00:00 to 24:00, the failed one is left out.
  expect(await todayAt({ now })()).toEqual({
    sections: [
      { bdbh: 'HALL-a', bdmc: '测试标段', OpenBidTime: '2026-03-01T22:00:00.000Z', running: false },
      { bdbh: 'HALL-b', bdmc: '档案馆设备采购', OpenBidTime: '2026-03-02T02:00:00.000Z', running: false },
      { bdbh: 'HALL-c', bdmc: '实验学校教学楼装修', OpenBidTime: '2026-03-02T02:00:00.000Z', running: false },
    ],
    more: false,
  })
  expect(await todayAt({ now: now + 24 * hour })()).toEqual({ sections: [], more: false })
})

test('[LST-15] the answer is kept for seconds, and follows after them', async () => {
  const at = { now }
  const today = todayAt(at)
  const running = async () => {
    const answer = await today()
    return typeof answer !== 'string' && answer.sections.filter((row) => row.running).map(({ bdbh }) => bdbh)
  }
  expect(await running()).toEqual([])
  const setFlow = (flow: number) =>
    database.db.update(session).set({ flow }).where(eq(session.sectionCode, 'HALL-a'))
  await setFlow(15)
  at.now += 14_000
  expect(await running()).toEqual([])
  at.now += 1000
  expect(await running()).toEqual(['HALL-a'])
  await setFlow(0)
})

test('[LST-15] a region may keep it to itself', async () => {
  const hidden = { ...standard, hall: { ...standard.hall, openingsOnHome: false } }
  expect(await todayAt({ now }, hidden)()).toBe('not-found')
})
