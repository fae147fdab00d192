import { afterAll, beforeAll, expect, it } from 'vitest'
import { overviewRows, roundOfEnvelope } from '#domain/ending/record.ts'
import { betweenEnvelopes } from '#domain/session/state.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { figuresIn } from '#simulators/replay/compare-results.ts'
import { codeOf } from './refusals.ts'
import { attached, itemAt, openRecordedOpening, type RecordedOpening, wordsOf } from './secrecy-fixture.ts'
import { found, needlesFor, readAllCalls, stored, waysToWrite } from './secrecy-search.ts'

/** Two envelopes: the note is in the first, the price in the second. */
const tender: Partial<TenderInput> = {
  envelopes: 2,
  bidFiles: [{ kind: 'technical' }, { kind: 'commercial', envelope: 2 }, { kind: 'video', required: false }],
  columns: [
    {
      ...{ key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元', decimals: 2 },
      file: 'commercial',
    },
    { key: 'note', title: { zh: '说明', en: 'Note' }, kind: 'text', required: false },
  ],
}
/** These prices and the texts in the commercial file occur nowhere else. */
const secretBids = ['918273645019.28', '827364501928.37', '736450192837.46'].map((price, index) => ({
  figures: { price, note: `Technical words ${index}` },
  files: { commercial: [attached(`Quorvexil${index}Tranbluth`)] },
}))
const needles = needlesFor(
  secretBids.flatMap(({ figures, files }) => [
    ...waysToWrite(figures.price),
    ...files.commercial.map(wordsOf),
  ]),
)
const noteRows = secretBids.map(({ figures: { note } }) => ({ note }))
const priceRows = secretBids.map(({ figures: { price } }) => ({ price }))

let opening: RecordedOpening

beforeAll(async () => {
  opening = await openRecordedOpening(secretBids, tender)
}, 180_000)

afterAll(() => opening?.close())

it('[BID-11] nothing of the second envelope is found before its announcement, whatever key is handed over early', {
  timeout: 240_000,
}, async () => {
  const part = { ...persons(), remarks: '', pause: pauses(null), road: 'socket' as const }
  const { hall, opener, seen, session } = opening
  const plays = opening.takePart()
  const led = leadOpening(opener, part)
  await opener.until((state) => state.decryption?.closed === true, 'the end of the first decryption')
  expect(await handOverCommercialKey()).toBe('unknown-file')
  await opener.until(betweenEnvelopes, 'the end of the first envelope')
  expect(overviewRows(opener.state()).map(({ figures }) => figures)).toEqual(noteRows)
  await readAllCalls(opening, seen)
  expect(found(seen, needles)).toEqual([])
  expect(found(await stored(hall), needles)).toEqual([])

  await hall.platform.callSecondEnvelope(session)
  await Promise.all([led, ...plays])
  expect(overviewRows(opener.state()).map(({ figures }) => figures)).toEqual(priceRows)
  const first = roundOfEnvelope(opener.state(), 1)
  expect(first && overviewRows(first).map(({ figures }) => figures)).toEqual(noteRows)
  seen.length = 0
  await readAllCalls({ ...opening, people: [opener], accounts: opening.accounts.slice(0, 1) }, seen)
  const places = found(seen, needles)
  for (const place of ['CreateReport_Json', 'GetSinColumns', 'getSessionLog', 'GetReportPDF, its text']) {
    expect(places, 'the search finds what is there').toContainEqual(
      expect.stringContaining(`answer of ${place}`),
    )
  }
})

it('[REST-4] calls name their envelope, and commands for the other one are refused', async () => {
  const { opener } = opening
  const table = async (BidStage: 1 | 2) => {
    const { headers, rows } = await opener.call('CreateReport_Json', { query: { BidStage, PageSize: 9999 } })
    return [headers.map(({ key }) => key), rows.map((row) => figuresIn(row, headers))]
  }
  expect(await table(1)).toEqual([['note'], noteRows])
  expect(await table(2)).toEqual([['price'], priceRows])
  expect(await opener.call('getDbFlowStatus')).toMatchObject({ dbFlowStatus: 2, envelopes: 2 })
  const late = await codeOf(opener.call('startJieMi', { body: { LimitJmTime: 30, BidStage: 1 } }))
  expect(late).toMatch(/other-envelope|opening-ended/)
})

it('a bidder finds each file of their own by its kind', async () => {
  const { bidders, bids } = opening
  const bidder = opening.personOf(itemAt(bidders, 0))
  const url = async (bidFileType: string) =>
    (await bidder.call('GetBidFileUrl', { query: { bidFileType } })).url
  expect(await url('TBS')).toMatch(/BidFileId=[0-9a-f-]{36}$/)
  expect(await url('BTBJ')).toContain(itemAt(bids, 0).fileId)
  expect(await url('TBY')).toBeNull()
  expect(await bidder.call('getJMZTbwjCount')).toMatchObject({ count: 0 })
  const [row] = await bidder.call('getJyptAllTBStatus')
  expect(row).toMatchObject({ isDiJiaoJsb: true, isDiJiaoSwb: true, isDiJiaoZgsc: false, swbSuccess: true })
})

/** The first bidder's key to the second envelope's file, while the first envelope is open. */
function handOverCommercialKey(): Promise<string> {
  const { bidders, bids } = opening
  const bid = itemAt(bids, 0)
  const [fileId, key] = Object.entries(bid.fileKeys).find(([id]) => id !== bid.fileId) ?? []
  if (!fileId || !key) throw new Error('a second file expected')
  const bidder = opening.personOf(itemAt(bidders, 0))
  return codeOf(bidder.send({ type: 'DecryptBid', payload: { fileId, method: 'file-key', key } }))
}
