import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallFailure } from '#simulators/client/http-client.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'

let hall: Hall
let opener: Participant
let supervisor: Participant
let bidders: [Participant, Participant]
let ownFile: string

beforeAll(async () => {
  hall = await openHall()
  const authority = await testAuthority()
  const people = [await bidderOf(hall, authority), await bidderOf(hall, authority)] as const
  const { session, opensAt } = await publishFor(hall, [...people], 60, { invitesSuppliers: true })
  const files: string[] = []
  for (const { account, certificate } of people) {
    const bid = { figures: { price: '1.00' }, files: [], certificate: certificate.helper }
    files.push((await sealAndSubmit(account, session, bid)).fileId)
  }
  ownFile = files[0] ?? ''
  await hall.clock.leapTo(opensAt)
  opener = await enterSession(await accountOf(hall, 'opener'), session)
  supervisor = await enterSession(await accountOf(hall, 'supervisor'), session)
  bidders = [await enterSession(people[0].account, session), await enterSession(people[1].account, session)]
  await openDecryptionWindow(opener, 5)
  await hall.clock.leap(5 * 60_000)
  await opener.until((state) => state.decryption?.closed === true, 'the end of the decryption')
  await opener.send({ type: 'EnterAnnouncement', payload: {} })
  await opener.send({ type: 'StartReading', payload: { pace: null } })
  await opener.send({ type: 'ReadNext', payload: { position: 2 } })
  await opener.send({ type: 'FinishReading', payload: {} })
}, 120_000)

afterAll(async () => {
  for (const person of [opener, supervisor, ...(bidders ?? [])]) person?.close()
  await hall?.close()
})

/** The message of a refused call. */
async function refusal(asked: Promise<unknown>): Promise<string | undefined> {
  return asked.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? (error.cause as CallFailure).message : undefined),
  )
}

const answersOf = async (person: Participant) =>
  (await person.call('getYiYiXunWenJieGuo', { query: {} })).rows
const enterEnd = () => opener.call('setKBFlowStatus', { body: { KBFlowStatus: 40 } })
const answer = (person: Participant, body: object) =>
  person.call('queRenYiYiJieGuo', { body: { StageOrd: 1, ...body } as never })

test('[ANN-13] [ANN-17] a bidder disputes their row, the opener replies to what they read, and another bidder sees neither', async () => {
  const [first, second] = bidders
  const checksOf = async (person: Participant) =>
    (await person.call('getTBPriceQueRenJieGuo', { query: { StageOrd: 1 } })).rows
  const dispute = (YiYiNeiRong: string) =>
    first.call('queRenTBPrice', { body: { ShiFouYouYiYi: 1, YiYiNeiRong } })
  const reply = (person: Participant, QueRenTime: string, respondContent: string) =>
    person.call('huiFuTBPriceYiYi', { body: { BidFileId: ownFile, QueRenTime, respondContent } })
  await dispute('已按时解密')
  const [before] = await checksOf(opener)
  await dispute('已按时解密，系统故障')
  expect(await refusal(reply(opener, before?.QueRenTime ?? '', '解密时间已过'))).toBe(
    '投标人已更改异议，请按新的内容回复！',
  )
  const [read] = await checksOf(opener)
  expect(read).toMatchObject({ ShiFouYouYiYi: true, YiYiNeiRong: '已按时解密，系统故障', isRespond: false })
  const at = read?.QueRenTime ?? ''
  expect(await refusal(reply(first, at, '解密时间已过'))).toBeDefined()
  await reply(opener, at, '解密时间已过')
  expect(await refusal(reply(opener, at, '解密时间已过'))).toBe('该唱标异议已回复！')
  const said = { BidFileId: ownFile, ShiFouYouYiYi: true, isRespond: true, respondContent: '解密时间已过' }
  const silent = { ShiFouYouYiYi: null, YiYiNeiRong: '', QueRenTime: null, isRespond: false }
  expect(await checksOf(supervisor)).toMatchObject([said, silent])
  expect(await checksOf(first)).toMatchObject([said])
  expect(await checksOf(second)).toMatchObject([silent])
})

test('[INQ-1] [INQ-7] step 4 is refused with the prescribed texts until the inquiry was issued and has ended', async () => {
  const [first] = bidders
  expect((await opener.call('getBidProj', { query: {} })).isInviteSuppliers).toBe(1)
  const notIssued = { Status: false, code: 'inquiry-not-issued', message: '请先下达异议询问指令' }
  expect(await opener.call('checkShiFouXiaDaYiYiXunWenZhiLing')).toEqual(notIssued)
  expect(await opener.call('checkIs3minAfterXiaDaYiYiXunWenZhiLing')).toEqual(notIssued)
  expect(await refusal(enterEnd())).toBe('请先下达异议询问指令')
  expect(await refusal(answer(first, { ShiFouYouYiYi: 0 }))).toBe('请先下达异议询问指令')
  await opener.call('xiaDaYiYiXunWenZhiLing')
  expect(await refusal(enterEnd())).toBe('异议询问还未结束，请稍候...')
  expect(await opener.call('checkShiFouXiaDaYiYiXunWenZhiLing')).toMatchObject({ Status: true })
  expect(await opener.call('checkIs3minAfterXiaDaYiYiXunWenZhiLing')).toMatchObject({
    ...{ Status: false, code: 'inquiry-still-open' },
  })
  const time = await first.call('xiaDaYiYiXunWenZhiLingTime', { query: { StageOrd: 1 } })
  expect(time).toMatchObject({ IsNeeded: true, Is_begin: true, LimitTime: 3, isClosed: false })
  const minutes = (Date.parse(time.EndTime ?? '') - Date.parse(time.StartTime ?? '')) / 60_000
  expect(minutes).toBeCloseTo(3, 2)
})

test('[INQ-4] [INQ-5] [REST-10] a bidder answers for their own bid, in each spelling of yes', async () => {
  const [first] = bidders
  expect(await refusal(answer(first, { ShiFouYouYiYi: 'true' }))).toBe('请填写异议内容！')
  expect(await refusal(answer(first, { ShiFouYouYiYi: 1, BidFileId: crypto.randomUUID() }))).toBe(
    '不存在此投标人!',
  )
  expect(await refusal(answer(first, { ShiFouYouYiYi: 0, StageOrd: 2 }))).toBeDefined()
  expect(await refusal(answer(opener, { ShiFouYouYiYi: 0 }))).toBeDefined()
  await answer(first, { BidFileId: ownFile, ShiFouYouYiYi: '1', YiYiNeiRong: '唱标顺序有误' })
  expect(await refusal(answer(first, { ShiFouYouYiYi: false }))).toBe('您已答复异议询问！')
})

test('[INQ-8] [INQ-9] the opener replies, and another bidder sees neither', async () => {
  const [first, second] = bidders
  const body = { BidFileId: ownFile, respondContent: '按递交顺序唱标' }
  expect(await refusal(first.call('huiFuYiYiXunWen', { body }))).toBeDefined()
  await opener.call('huiFuYiYiXunWen', { body })
  const said = { ShiFouYouYiYi: true, YiYiNeiRong: '唱标顺序有误', respondContent: '按递交顺序唱标' }
  for (const person of [opener, supervisor]) {
    const rows = await answersOf(person)
    expect(rows).toMatchObject([
      { ...said, BidFileId: ownFile },
      { ShiFouYouYiYi: null, QueRenTime: null },
    ])
  }
  expect(await answersOf(first)).toMatchObject([said])
  expect(await answersOf(second)).toMatchObject([{ ShiFouYouYiYi: null, YiYiNeiRong: '' }])
})

test('[INQ-6] [INQ-9] the server’s clock ends it, everybody sees the numbers, and step 4 opens', async () => {
  const [, second] = bidders
  await hall.clock.leap(3 * 60_000)
  for (const person of [opener, second])
    await person.until((state) => state.inquiry?.closed === true, 'the end of the inquiry')
  expect(await refusal(answer(second, { ShiFouYouYiYi: 0 }))).toBe('异议询问时间已结束！')
  const numbers = await second.call('getYiYiXunWenJieGuo', { query: {} })
  expect(numbers).toMatchObject({ answered: 1, objecting: 1, silent: 1 })
  expect(await opener.call('checkIs3minAfterXiaDaYiYiXunWenZhiLing')).toMatchObject({ Status: true })
  await enterEnd()
  expect(await refusal(opener.call('xiaDaYiYiXunWenZhiLing'))).toBe('异议询问指令已下达！')
})
