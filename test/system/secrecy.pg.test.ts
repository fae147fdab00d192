import { afterAll, beforeAll, expect, it } from 'vitest'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { findMismatches } from '#simulators/replay/compare-results.ts'
import { attached, itemAt, openRecordedOpening, type RecordedOpening, wordsOf } from './secrecy-fixture.ts'
import { found, needlesFor, readAllCalls, stored, waysToWrite } from './secrecy-search.ts'
import { tryStolen } from './stolen-database.ts'

/** These texts occur nowhere else: a bid's price, a text of the bid form, and the content of a sealed file. */
const secretBids = ['987654321012.34', '876543210912.56', '765432109812.78'].map((price, index) => ({
  figures: { price, note: `Zwyrtalski${index}Kwoxlin` },
  files: { technical: [attached(`Vexqarnium${index}Bluthorp`)] },
}))
const needles = needlesFor(
  secretBids.flatMap(({ figures, files }) => [
    ...waysToWrite(figures.price),
    figures.note,
    ...files.technical.map(wordsOf),
  ]),
)

let opening: RecordedOpening

beforeAll(async () => {
  opening = await openRecordedOpening(secretBids)
}, 90_000)

afterAll(() => opening?.close())

it('[SES-14] [KEY-6] nothing of a sealed bid is found anywhere before the announcement, and everywhere after it', {
  timeout: 120_000,
}, async () => {
  const { hall, opener, seen } = opening
  const part = { ...persons(), remarks: '', pause: pauses(null), road: 'socket' as const }
  const plays = opening.takePart()
  await leadOpening(opener, { ...part, until: 'decrypted' })
  await readAllCalls(opening, seen)
  expect(found(seen, needles)).toEqual([])
  const taken = await stored(hall)
  expect(found(taken, needles)).toEqual([])
  await tryStolen(opening, taken, needles)

  await Promise.all([leadOpening(opener, part), ...plays])
  seen.length = 0
  await readAllCalls({ ...opening, people: [opener], accounts: opening.accounts.slice(0, 1) }, seen)
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

it('a simulation’s comparison finds a price with a wrong last digit wherever it is shown', async () => {
  const { bidders, opener } = opening
  const bidder = opening.personOf(itemAt(bidders, 0))
  const bids = bidders.map(({ account, name, certificate }, index) => {
    const { figures } = itemAt(secretBids, index)
    const { certificatePem } = certificate
    const contact = { touBiao_DaiBiao: '', touBiao_DaiBiao_DianHua: '' }
    return { code: account.unitCode, name, figures, certificatePem, deposit: '', contact }
  })
  const columns = [
    { key: 'price', title: '投标报价', isNumber: true },
    { key: 'note', title: '说明', isNumber: false },
  ]
  expect(await findMismatches(opener, bidder, { bids, columns })).toEqual([])
  const first = itemAt(bids, 0)
  const wrong = { ...first, figures: { ...first.figures, price: '987654321012.35' } }
  const found = await findMismatches(opener, bidder, { bids: [wrong, ...bids.slice(1)], columns })
  expect(found.map((line) => line.split(':')[0])).toEqual([
    'overview',
    'overview',
    'excel',
    'record',
    'overview',
    'record',
  ])
})
