import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { secretsIn } from '#simulators/fixtures/hall-secrets.ts'
import { insertAccounts } from '#simulators/load/insert-accounts.ts'

/** The number of sections, and how many of them are not opened yet. */
export const sections = 100_000
const open = 30_000

export const agencyCode = '91320100MA1XBENCH1'
export const bidderCode = '91320100MA1XBENCH2'

/** Accounts of each role: together they may ask more often than one (LIM-1). */
export const accountsPerRole = 40

export const userCodeOf = (role: string, n: number) => `${role}-${n % accountsPerRole}`

export async function addPeople(place: Parameters<typeof insertAccounts>[0]): Promise<void> {
  const units = { supervisor: '', opener: agencyCode, bidder: bidderCode } as const
  const people = (['supervisor', 'opener', 'bidder'] as const).flatMap((role) =>
    Array.from({ length: accountsPerRole }, (_, n) => {
      return {
        userCode: userCodeOf(role, n),
        name: role,
        role,
        unitCode: units[role],
        password: randomUUID(),
      }
    }),
  )
  await insertAccounts(place, people)
}

/**
 * Many years of sections: those of 200 agencies, each with ten bidders of 5,000, opening from a year ago to two
 * months ahead; one agency has 1,000 sections and one bidder takes part in 400. None opens within two hours, so the
 * pages stay the same while they are measured. Written straight into the tables that the section list reads.
 */
export async function addSections(pool: pg.Pool): Promise<void> {
  await pool.query(`select setseed(0.5)`)
  await pool.query(
    `insert into session (id, epoch, head_hash, seal_recipient, section_code, section_name,
       project_kind, qualification, qualification_method, fixed_price, region, industry, specialty, agency_code,
       opens_at, status, flow, bidder_count, ended_at, created_at)
     select gen_random_uuid(), 'bench', '', '', 'NJSZ2026-' || lpad(n::text, 6, '0'),
       (array['滨江新区','城西区','高新区','城北区','江宁区','六合区','溧水区','浦口区'])[1 + n % 8]
         || (array['道路改造','污水管网','教学楼装修','人才公寓','河道整治','医院扩建','桥梁加固','绿化养护','公园提升',
           '水库除险'])[1 + (n / 8) % 10] || '工程' || (array['施工','监理','勘察设计','设备采购'])[1 + (n / 80) % 4]
         || '第' || n % 97 || '标段',
       1 + n % 2, case n % 5 when 0 then 8 else 16 end, case n % 5 when 0 then 0 else 1 end, n % 7 = 0,
       (array['滨江新区','城西区','高新区'])[1 + n % 3], (array[1,2,3,4,5,99])[1 + n % 6],
       (array[1,3,4,5,99,102,103])[1 + n % 7],
       case when n % 100 = 0 then $1 else 'AGENCY-' || n % 199 end, at, status,
       case status when 'opened' then 40 else 0 end,
       n % 30, case status when 'opened' then at + interval '3 hours' end, at - interval '30 days'
     from (
       select n, case when n <= $2 then 'not-opened' else 'opened' end as status,
         case when n <= $2 then now() + interval '2 hours' + random() * interval '60 days'
           else now() - random() * interval '365 days' end as at
       from generate_series(1, $3) as n
     ) as made`,
    [agencyCode, open, sections],
  )
  await pool.query(
    `insert into session_bidder (session_id, bidder_code)
     select id, 'BIDDER-' || (hashtext(id::text || k) & 4095) from session, generate_series(1, 10) as k
     on conflict do nothing`,
  )
  await pool.query(
    `insert into session_bidder (session_id, bidder_code)
     select id, $1 from session where right(section_code, 6)::int % 250 = 0`,
    [bidderCode],
  )
}

/** Gives the bidder's sections a log, in which nothing stands yet: their page asks each whether they have submitted. */
export async function addLogs(
  pool: pg.Pool,
  { databaseUrl, dataDir }: { readonly databaseUrl: string; readonly dataDir: string },
): Promise<void> {
  const database = await openDatabase(databaseUrl, { connections: 1 })
  try {
    const keys = (await secretsIn(dataDir, database)).sections
    const { rows } = await pool.query<{ id: string }>(
      'select session_id as id from session_bidder where bidder_code = $1',
      [bidderCode],
    )
    for (const { id } of rows) {
      const secrets = { privateKey: randomBytes(32), sealIdentity: '', sealRecipient: '', second: null }
      await keys.wrapNew(id, secrets, async (wrapped) => {
        await pool.query('insert into section_key (session_id, wrapped) values ($1, $2)', [id, wrapped])
        return true
      })
    }
  } finally {
    await database.close()
  }
}
