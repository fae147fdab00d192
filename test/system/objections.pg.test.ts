import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHidden } from '#domain/entry.ts'
import { epochOf } from '#lib/time.ts'
import type { CallFailure, CallInput } from '#simulators/http-client.ts'
import { enterSession, type Participant } from '#simulators/session-client.ts'
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

let hall: Hall
let opener: Participant
let supervisor: Participant
let bidders: [Participant, Participant]
let first: TestBidder
let ownFile: string

beforeAll(async () => {
  hall = await openHall()
  const authority = await testAuthority()
  first = await bidderOf(hall, authority)
  const second = await bidderOf(hall, authority)
  const { session, opensAt } = await publishFor(hall, [first, second], 4)
  const bid = { figures: { price: '1.00' }, files: [], certificate: first.certificate.helper }
  ownFile = (await sealAndSubmit(first.account, session, bid)).fileId
  await sleep(Math.max(0, epochOf(opensAt) - Date.now()) + 200)
  opener = await enterSession(await accountOf(hall, 'opener'), session)
  supervisor = await enterSession(await accountOf(hall, 'supervisor'), session)
  bidders = [await enterSession(first.account, session), await enterSession(second.account, session)]
}, 60_000)

afterAll(async () => {
  for (const person of [opener, supervisor, ...(bidders ?? [])]) person?.close()
  await hall.close()
})

const list = async (person: Participant) => (await person.call('getYiYiList')).rows

function raise(person: Participant, body: Partial<CallInput<'createYiYi'>['body']>) {
  return person.call('createYiYi', { body: { objectionContent: '评标办法不明', ...body } })
}

/** The text that a refused call is answered with. */
async function refusal(asked: Promise<unknown>): Promise<string | undefined> {
  return asked.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? (error.cause as CallFailure).message : undefined),
  )
}

test('an objection is refused with the seeds’ texts', async () => {
  const [bidder] = bidders
  expect(await refusal(raise(bidder, { objectionContent: ' ' }))).toBe('请填写异议内容！')
  expect(await refusal(raise(bidder, { BidFileId: crypto.randomUUID() }))).toBe('不存在此投标人!')
  expect(await refusal(raise(bidder, { ENTPRSNAME: '别的投标人' }))).toBe('不存在此投标人!')
  expect(await refusal(raise(bidder, { objectionContent: '异'.repeat(1001) }))).toContain('1000')
  expect(await list(opener)).toEqual([])
})

test('an objection is raised, answered and read; no other bidder learns of it', async () => {
  const [bidder, other] = bidders
  const { seq } = await raise(bidder, { BidFileId: ownFile, ENTPRSNAME: first.name })
  const [raised] = await list(opener)
  expect(raised).toMatchObject({
    entprsName: first.name,
    objectionContent: '评标办法不明',
    isRespond: false,
    respondTime: null,
    tbrIsRead: false,
  })
  const id = raised?.objectionGuid ?? ''
  const reply = (respondContent: string) =>
    opener.call('replyYiYi', { body: { ObjectionGuid: id, respondContent } })
  expect(await refusal(reply(''))).toBe('请填写回复内容!')
  await reply('以招标文件为准')
  const read = { BidFileId: ownFile, ObjectionGuid: id }
  expect(await refusal(other.call('setYiYiIsRead', { body: { ...read, BidFileId: '' } }))).toBe(
    '该异议不存在！',
  )
  await bidder.call('setYiYiIsRead', { body: read })
  await bidder.call('setYiYiIsRead', { body: read })

  const answered = [{ ...raised, isRespond: true, respondContent: '以招标文件为准', tbrIsRead: true }]
  for (const person of [opener, supervisor, bidder]) {
    const rows = await list(person)
    expect(rows.map(({ respondTime: _at, ...row }) => row)).toEqual(
      answered.map(({ respondTime: _at, ...row }) => row),
    )
  }
  expect(await list(other)).toEqual([])
  const { entries, head } = await other.call('getSessionLog', { query: { after: seq - 1 } })
  const hidden = entries.filter((entry) => isHidden(entry as never)).map((entry) => entry.seq)
  expect(hidden).toEqual([seq, seq + 1, seq + 2])
  expect(head).toBe(seq + 2)
})

test('once decryption is ordered no objection is taken', async () => {
  const names = { opener: '', announcer: '刘唱标', recorder: '周记录', supervisor: '' }
  const ids = { opener: '', announcer: '11010519491231002X', recorder: '440524198001010013', supervisor: '' }
  await opener.send({ type: 'RecordPersonInfo', payload: { names, ids } })
  await opener.send({ type: 'EnterBidOpening', payload: {} })
  await opener.send({ type: 'StartDecryption', payload: { limitMinutes: 30 } })
  expect(await refusal(raise(bidders[0], {}))).toBe('开标已结束!')
})

test('the stage of a section with one envelope is the first', async () => {
  expect(await opener.call('getDbFlowStatus')).toMatchObject({ dbFlowStatus: 1, envelopes: 1 })
})
