import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { migrateUntil } from '#test/support/older-database.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { openDatabase } from '../db/database.ts'
import { markRowsOfBefore } from '../secrets/begin-row-marks.ts'
import { createReported } from './reported.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const sessionId = randomUUID()
const at = new Date('2026-03-02T02:00:00.000Z')
const depositOf = (bidderCode: string, changes = {}) => ({
  ...{
    sessionId,
    bidderCode,
    amount: '800000.00',
    mode: '保函',
    status: '已缴纳',
    bound: true,
    applyResult: '',
  },
  ...{
    account: '',
    accountName: '',
    accountCode: '',
    receiptNumber: '',
    paidAt: at,
    remark: '',
    updatedAt: at,
  },
  ...changes,
})
const contactOf = (bidderCode: string) => ({
  ...{ sessionId, bidderCode, name: '联系人', phone: '13800001111', updatedAt: at },
})

const aSection = `insert into session (id, epoch, head_hash, seal_recipient, status, flow)
  values ($1, 'e', '', 'recipient', 'published', 0)`

async function opened(url: string) {
  const database = await openDatabase(url, { connections: 3 })
  ends.push(() => database.close())
  const secrets = await testSecrets(database)
  const reported = createReported(database, secrets.marks)
  const codes = async () => ({
    deposits: [...(await reported.deposits(sessionId)).keys()].toSorted(),
    contacts: [...(await reported.contacts(sessionId)).keys()].toSorted(),
  })
  return { database, secrets, reported, codes }
}

test('[KEY-5] a deposit or contact that the database’s owner inserted or changed counts as not reported', async () => {
  const fresh = await freshDatabase()
  ends.push(fresh.drop)
  const { database, reported, codes } = await opened(fresh.url)
  await database.pool.query(aSection, [sessionId])
  // As a platform may write them: the database keeps them otherwise.
  const odd = depositOf('A', {
    sessionId: sessionId.toUpperCase(),
    amount: '007.5',
    remark: '\ud800',
    paidAt: null,
  })
  await reported.recordDeposits([depositOf('B'), odd])
  await reported.recordContacts([contactOf('B'), contactOf('A')])
  expect(await codes()).toEqual({ deposits: ['A', 'B'], contacts: ['A', 'B'] })
  const asOwner = (sql: string) => database.pool.query(sql)
  await asOwner(`insert into deposit (session_id, bidder_code, amount, status, updated_at, mark)
    select session_id, 'C', amount, status, updated_at, mark from deposit where bidder_code = 'B'`)
  await asOwner(`insert into bidder_contact select session_id, 'C', name, phone, updated_at, mark from bidder_contact
    where bidder_code = 'B'`)
  expect(await codes()).toEqual({ deposits: ['A', 'B'], contacts: ['A', 'B'] })
  await asOwner("update deposit set amount = 1 where bidder_code = 'B'")
  await asOwner("update bidder_contact set phone = '13900009999' where bidder_code = 'B'")
  expect(await codes()).toEqual({ deposits: ['A'], contacts: ['A'] })
  // The platform's next report counts again.
  await reported.recordDeposits([depositOf('B', { amount: '1', updatedAt: new Date(at.getTime() + 1) })])
  await reported.recordContacts([contactOf('B')])
  expect(await codes()).toEqual({ deposits: ['A', 'B'], contacts: ['A', 'B'] })
})

test('[KEY-5] rows of before there were marks are marked once, as they are at the first start', async () => {
  const fresh = await freshDatabase()
  ends.push(fresh.drop)
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  await migrateUntil(client, '0041')
  await client.query(aSection, [sessionId])
  await client.query(
    "insert into deposit (session_id, bidder_code, amount, status, updated_at) values ($1, 'A', 5, '已缴纳', now())",
    [sessionId],
  )
  await client.query("insert into bidder_contact values ($1, 'A', '联系人', '138', now())", [sessionId])
  await client.query('insert into node_beat values (gen_random_uuid(), now())')
  await client.query("insert into hall_outage values (now() - interval '1 minute', now())")
  await client.query(
    "insert into bidder_line values (gen_random_uuid(), $1, 'A', gen_random_uuid(), now())",
    [sessionId],
  )
  await client.end()
  const { database, secrets, codes } = await opened(fresh.url)
  expect(await codes()).toEqual({ deposits: [], contacts: [] })
  const witness = { has: () => false, note: () => {} }
  expect(await markRowsOfBefore(database, secrets, witness)).toBe(5)
  expect(await codes()).toEqual({ deposits: ['A'], contacts: ['A'] })
  const again = { ...witness, has: () => true }
  expect(await markRowsOfBefore(database, secrets, again)).toBe(0)
  // Whoever removes what says so would have rows trusted that were added since.
  await database.pool.query("delete from setting where key = 'row-marks'")
  await database.pool.query('alter table deposit drop constraint deposit_has_mark')
  await database.pool.query('update deposit set mark = null, amount = 1')
  await expect(markRowsOfBefore(database, secrets, again)).rejects.toThrow('row-marks of the table setting')
  expect(await codes()).toEqual({ deposits: [], contacts: ['A'] })
})
