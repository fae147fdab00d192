import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import { leadOpening, pauses, takePart } from '#simulators/bots.ts'
import { findMismatches } from '#simulators/compare.ts'
import { persons } from '#simulators/openings.ts'
import { type Account, enterSession, type Participant } from '#simulators/session-client.ts'
import { sealAndSubmit } from '#simulators/stage.ts'
import {
  accountOf,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'

/** Nobody else writes these: a bid's price, a text of the bid form, and what stands in a sealed file. */
const planted = ['987654321012.34', '876543210912.56', '765432109812.78'].map((price, index) => ({
  figures: { price, note: `Zwyrtalski${index}Kwoxlin` },
  content: `Vexqarnium${index}Bluthorp`,
}))
/** As it may be written, and the heart of it in base64 at each of the three ways it can fall. */
const needles = planted.flatMap(({ figures, content }) => {
  const whole = figures.price.split('.')[0] ?? ''
  const grouped = whole.replace(/(?<=\d)(?=(\d{3})+$)/g, ',')
  const texts = [whole, grouped, figures.note, content]
  return [...texts, ...texts.flatMap(base64Hearts)]
})

const seen: { where: string; text: string }[] = []
let hall: Hall
let people: Participant[] = []
const accounts: Record<string, Account> = {}
let bidders: TestBidder[] = []
let session = ''

beforeAll(async () => {
  hall = await openHall({
    environment: { LOG_LEVEL: 'trace' },
    tap: (call, _status, bytes) =>
      void seen.push({ where: `answer of ${call}`, text: Buffer.from(bytes).toString('latin1') }),
  })
  const authority = await testAuthority()
  bidders = await Promise.all(planted.map(() => bidderOf(hall, authority)))
  const roles = ['opener', 'supervisor', 'agency', 'tenderer'] as const
  for (const role of roles) accounts[role] = await accountOf(hall, role)
  accounts.bidder = itemAt(bidders, 0).account
  const published = await publishFor(hall, bidders, 6)
  session = published.session
  for (const [index, { account, certificate }] of bidders.entries()) {
    const { figures, content } = itemAt(planted, index)
    const files = [{ name: 'letter.txt', bytes: new TextEncoder().encode(content) }]
    await sealAndSubmit(account, session, { figures, files, certificate: certificate.helper })
  }
  await sleep(Math.max(0, epochOf(published.opensAt) - Date.now()) + 200)
  const entering = [...Object.values(accounts), ...bidders.slice(1).map(({ account }) => account)]
  const frames = (text: string) => void seen.push({ where: 'a socket frame', text })
  people = await Promise.all(entering.map((account) => enterSession(account, session, { frames })))
}, 90_000)

afterAll(async () => {
  for (const person of people) person.close()
  await hall.close()
})

it('nothing of a sealed bid is found anywhere before the announcement, and everywhere after it', {
  timeout: 120_000,
}, async () => {
  const opener = itemAt(people, 0)
  const part = { ...persons(), remarks: '', pause: pauses(null), road: 'socket' as const }
  const plays = bidders.map(({ account, certificate }, index) => {
    const bidder = people.find(({ unitCode }) => unitCode === account.unitCode)
    if (!bidder) throw new Error('a bidder has not entered')
    return takePart(bidder, {
      certificate: certificate.helper,
      fileKey: null,
      figures: planted[index]?.figures ?? null,
      pause: part.pause,
      road: 'socket',
    })
  })
  await leadOpening(opener, { ...part, until: 'decrypted' })
  await readEverything()
  expect(found(seen)).toEqual([])
  expect(found(await stored())).toEqual([])

  await Promise.all([leadOpening(opener, part), ...plays])
  seen.length = 0
  await readEverything()
  const places = found([...seen, ...(await stored())])
  for (const place of [
    'answer of CreateReport_Json',
    'answer of getOpeningRecord',
    'answer of getSessionLog',
    'answer of GetReportExcel, unpacked',
    'answer of GetReportPDF, its text',
    'table entry',
  ]) {
    expect(places, 'the search finds what is there').toContainEqual(expect.stringContaining(place))
  }
  expect(places).toContainEqual(expect.stringMatching(/^file .*postgres/))
})

it('the comparison of a simulation finds a price that is off by its last digit, wherever it is shown', async () => {
  const [opener, bidder] = [
    itemAt(people, 0),
    people.find(({ unitCode }) => unitCode === accounts.bidder?.unitCode),
  ]
  if (!bidder) throw new Error('the bidder has not entered')
  const bids = bidders.map(({ account, name, certificate }, index) => {
    const { figures } = itemAt(planted, index)
    return { code: account.unitCode, name, figures, certificatePem: certificate.certificatePem }
  })
  const columns = [
    { key: 'price', title: '投标报价', isNumber: true },
    { key: 'note', title: '说明', isNumber: false },
  ]
  expect(await findMismatches(opener, bidder, { bids, columns })).toEqual([])
  const first = itemAt(bids, 0)
  const wrong = { ...first, figures: { ...first.figures, price: '987654321012.35' } }
  const found = await findMismatches(opener, bidder, { bids: [wrong, ...bids.slice(1)], columns })
  expect(found.map((line) => line.split(':')[0])).toEqual(['overview', 'overview', 'excel', 'record'])
})

/** Makes every GET call there is, in every role; the answers are tapped. Frames of everybody stand in `seen` too. */
async function readEverything(): Promise<void> {
  const names = (Object.keys(calls) as CallName[]).filter((name) => calls[name].method === 'GET')
  for (const person of people) {
    for (const name of names) {
      if (calls[name].auth !== 'session') continue
      const bytes = await person.call(name, { query: queryFor(name) }).catch(() => null)
      if (bytes instanceof Uint8Array) seen.push(...(await unpacked(name, bytes)))
    }
  }
  for (const account of [...Object.values(accounts), ...bidders.map((bidder) => bidder.account)]) {
    for (const name of names) {
      if (calls[name].auth !== 'session')
        await account.call(name, { query: queryFor(name) }).catch(() => null)
    }
    await account.call('getJYPTGongChengLieBiao', { body: {} })
    await account.call('getJYPTGongCheng', { body: { BDGuid: session } })
  }
}

function queryFor(name: CallName): never {
  const queries: Partial<Record<CallName, object>> = {
    CreateReport_Json: { PageSize: 9999 },
    getSealingInfo: { BDGuid: session },
    getTenderFile: { fileId: crypto.randomUUID() },
    getDemoCertificate: { userCode: 'bidder1' },
  }
  return (queries[name] ?? {}) as never
}

/** Reports are packed: the text of a PDF's pages, the parts of a workbook. */
async function unpacked(name: CallName, bytes: Uint8Array): Promise<typeof seen> {
  const start = Buffer.from(bytes.slice(0, 4)).toString('latin1')
  if (start.startsWith('PK')) {
    const parts = Object.values(unzipSync(bytes)).map((part) => Buffer.from(part).toString('utf8'))
    return [{ where: `answer of ${name}, unpacked`, text: parts.join('\n') }]
  }
  if (!start.startsWith('%PDF')) return []
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join('')
  })
  return [{ where: `answer of ${name}, its text`, text: (await Promise.all(pages)).join('\n') }]
}

/** Every file under the data folder, every row of the database as text, and what the processes printed. */
async function stored(): Promise<typeof seen> {
  const { password } = JSON.parse(readFileSync(join(hall.dataDir, 'postgres.json'), 'utf8'))
  const port = Number(readFileSync(join(hall.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3])
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'kaibiao' })
  await client.connect()
  await client.query('checkpoint')
  const { rows: tables } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const contents = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from public.${name} t`)
    contents.push({ where: `table ${name}`, text: rows.map(({ row }) => row).join('\n') })
  }
  await client.end()
  const files = readdirSync(hall.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ where: `file ${path.slice(hall.dataDir.length)}`, text: readFileSync(path, 'latin1') }))
  expect(contents.length).toBeGreaterThan(3)
  expect(files.length).toBeGreaterThan(100)
  return [...contents, ...files, { where: 'log output', text: hall.output() }]
}

function found(haystack: typeof seen): string[] {
  return haystack.flatMap(({ where, text }) => {
    const needle = needles.find((wanted) => text.includes(wanted))
    return needle ? [`${where}: ${needle}`] : []
  })
}

function base64Hearts(text: string): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from('x'.repeat(shift) + text).toString('base64')
    return encoded.slice(shift === 0 ? 0 : 4, -4)
  })
}

function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}
