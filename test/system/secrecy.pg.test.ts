import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { leadOpening, pauses, takePart } from '#simulators/bots.ts'
import { findMismatches } from '#simulators/compare.ts'
import { persons } from '#simulators/openings.ts'
import { type Account, enterSession, type Participant } from '#simulators/session-client.ts'
import { sealAndSubmit } from '#simulators/stage.ts'
import { found, needlesFor, readEverything, type Sighting, stored, waysToWrite } from './everything.ts'
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
const needles = needlesFor(
  planted.flatMap(({ figures, content }) => [...waysToWrite(figures.price), figures.note, content]),
)

const seen: Sighting[] = []
let hall: Hall
let people: Participant[] = []
const accounts: Record<string, Account> = {}
let bidders: TestBidder[] = []
let session = ''

beforeAll(async () => {
  hall = await openHall({
    embedded: true,
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
      fileKeys: null,
      figures: planted[index]?.figures ?? null,
      pause: part.pause,
      road: 'socket',
    })
  })
  await leadOpening(opener, { ...part, until: 'decrypted' })
  await readEverything(asking(), seen)
  expect(found(seen, needles)).toEqual([])
  expect(found(await stored(hall), needles)).toEqual([])

  await Promise.all([leadOpening(opener, part), ...plays])
  seen.length = 0
  await readEverything(asking(), seen)
  const places = found([...seen, ...(await stored(hall))], needles)
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

/** Whoever has entered, and every account besides. */
function asking() {
  const everybody = [...Object.values(accounts), ...bidders.map(({ account }) => account)]
  return { session, people, accounts: everybody }
}

function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}
