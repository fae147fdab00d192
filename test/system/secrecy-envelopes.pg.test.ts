import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { overviewRows, roundOfEnvelope } from '#domain/record.ts'
import { betweenEnvelopes } from '#domain/state.ts'
import type { TenderInput } from '#domain/tender.ts'
import { epochOf } from '#lib/time.ts'
import { leadOpening, pauses, takePart } from '#simulators/bots.ts'
import { failureOf } from '#simulators/http-client.ts'
import { persons } from '#simulators/openings.ts'
import { type Account, enterSession, type Participant } from '#simulators/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/stage.ts'
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

/** Two envelopes: what is said in words comes first, the price in the second. */
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
/** Nobody else writes these prices. */
const planted = ['918273645019.28', '827364501928.37', '736450192837.46'].map((price, index) => ({
  price,
  note: `Technical words ${index}`,
}))
const needles = needlesFor(planted.flatMap(({ price }) => waysToWrite(price)))

const seen: Sighting[] = []
let hall: Hall
let opener: Participant
let people: Participant[] = []
let accounts: Account[] = []
let bidders: TestBidder[] = []
const bids: Submission[] = []
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
  const staff = await Promise.all(
    (['opener', 'supervisor', 'agency', 'tenderer'] as const).map((role) => accountOf(hall, role)),
  )
  accounts = [...staff, ...bidders.map(({ account }) => account)]
  const published = await publishFor(hall, bidders, 20, tender)
  session = published.session
  for (const [index, { account, certificate }] of bidders.entries()) {
    const figures = planted[index] ?? {}
    bids.push(await sealAndSubmit(account, session, { figures, files: [], certificate: certificate.helper }))
  }
  await sleep(Math.max(0, epochOf(published.opensAt) - Date.now()) + 200)
  const frames = (text: string) => void seen.push({ where: 'a socket frame', text })
  people = await Promise.all(accounts.map((account) => enterSession(account, session, { frames })))
  opener = people[0] as Participant
}, 180_000)

afterAll(async () => {
  for (const person of people) person.close()
  await hall.close()
})

it('nothing of the second envelope is found anywhere until its announcement, whatever key is handed over early', {
  timeout: 240_000,
}, async () => {
  const part = { ...persons(), remarks: '', pause: pauses(null), road: 'socket' as const }
  const plays = bidders.map(({ account, certificate }, index) => {
    const bidder = people.find(({ unitCode }) => unitCode === account.unitCode)
    if (!bidder) throw new Error('a bidder has not entered')
    const { helper } = certificate
    const figures = planted[index] ?? null
    return takePart(bidder, {
      certificate: helper,
      fileKeys: null,
      figures,
      pause: part.pause,
      road: 'socket',
    })
  })
  const led = leadOpening(opener, part)
  await opener.until((state) => state.decryption?.closed === true, 'the end of the first decryption')
  expect(await handOverCommercialKey()).toBe('unknown-file')
  await opener.until(betweenEnvelopes, 'the end of the first envelope')
  expect(overviewRows(opener.state()).map(({ figures }) => figures)).toEqual(
    planted.map(({ note }) => ({ note })),
  )
  await readEverything({ session, people, accounts }, seen)
  expect(found(seen, needles)).toEqual([])
  expect(found(await stored(hall), needles)).toEqual([])

  await hall.platform.callSecondEnvelope(session)
  await Promise.all([led, ...plays])
  expect(overviewRows(opener.state()).map(({ figures }) => figures)).toEqual(
    planted.map(({ price }) => ({ price })),
  )
  const first = roundOfEnvelope(opener.state(), 1)
  expect(first && overviewRows(first).map(({ figures }) => figures)).toEqual(
    planted.map(({ note }) => ({ note })),
  )
  seen.length = 0
  await readEverything({ session, people, accounts }, seen)
  const places = found(seen, needles)
  for (const place of ['CreateReport_Json', 'GetSinColumns', 'getSessionLog', 'GetReportPDF, its text']) {
    expect(places, 'the search finds what is there').toContainEqual(
      expect.stringContaining(`answer of ${place}`),
    )
  }
})

it('each envelope is asked for by its number, and commands for the other are refused', async () => {
  const table = async (BidStage: 1 | 2) => {
    const { headers, rows } = await opener.call('CreateReport_Json', { query: { BidStage, PageSize: 9999 } })
    return [headers.map(({ key }) => key), rows.map(({ figures }) => figures)]
  }
  expect(await table(1)).toEqual([['note'], planted.map(({ note }) => ({ note }))])
  expect(await table(2)).toEqual([['price'], planted.map(({ price }) => ({ price }))])
  expect(await opener.call('getDbFlowStatus')).toMatchObject({ dbFlowStatus: 2, envelopes: 2 })
  const late = await opener
    .call('startJieMi', { body: { LimitJmTime: 30, BidStage: 1 } })
    .catch((error: unknown) => failureOf(error)?.code)
  expect(late).toMatch(/other-envelope|opening-ended/)
})

it('a bidder finds each file of their own by its kind', async () => {
  const [own] = bidders
  const bidder = people.find(({ unitCode }) => unitCode === own?.account.unitCode)
  const url = async (bidFileType: string) =>
    (await bidder?.call('GetBidFileUrl', { query: { bidFileType } }))?.url ?? null
  expect(await url('TBS')).toMatch(/BidFileId=[0-9a-f-]{36}$/)
  expect(await url('BTBJ')).toContain(bids[0]?.fileId ?? 'no file')
  expect(await url('TBY')).toBeNull()
  expect(await bidder?.call('getJMZTbwjCount')).toMatchObject({ count: 0 })
  const [row] = (await bidder?.call('getJyptAllTBStatus')) ?? []
  expect(row).toMatchObject({ isDiJiaoJsb: true, isDiJiaoSwb: true, isDiJiaoZgsc: false, swbSuccess: true })
})

/** The first bidder's key to the file of the second envelope, in the first one's round. */
async function handOverCommercialKey(): Promise<string | undefined> {
  const [bid] = bids
  const bidder = people.find(({ unitCode }) => unitCode === bidders[0]?.account.unitCode)
  const [fileId, key] = Object.entries(bid?.fileKeys ?? {}).find(([id]) => id !== bid?.fileId) ?? []
  if (!bidder || !fileId || !key) throw new Error('a second file expected')
  return bidder.send({ type: 'DecryptBid', payload: { fileId, method: 'file-key', key } }).then(
    () => 'taken',
    (error: unknown) => failureOf(error)?.code,
  )
}
