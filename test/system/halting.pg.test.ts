import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { type Account, enterSession, type Participant } from '#simulators/client/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { freePort } from '#simulators/fixtures/server-process.ts'
import { createResultDesk, type ResultDesk } from '#simulators/platform/results.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'
import { codeOf } from './refusals.ts'

/* Pauses and failures against a real server, by the specified calls, up to the result for the platform. */

let hall: Hall
let desk: ResultDesk
let receiver: Server

beforeAll(async () => {
  const port = await freePort()
  hall = await openHall({ environment: { PLATFORM_URL: `http://127.0.0.1:${port}/results` } })
  desk = createResultDesk(hall.http.url, { clock: hall.clock.now })
  receiver = createServer((request, response) => {
    void desk.take(request).then((status) => response.writeHead(status).end())
  })
  await new Promise<void>((done) => receiver.listen(port, '127.0.0.1', done))
}, 90_000)

afterAll(async () => {
  await new Promise((done) => receiver.close(done))
  await hall.close()
})

interface Opening {
  readonly session: string
  readonly opener: Account
  readonly leader: Participant
  readonly bidder: Participant
  readonly bid: Submission
}

/** A section with one bid whose decryption window is open. */
async function openWindow(): Promise<Opening> {
  const person = await bidderOf(hall, await testAuthority())
  const { session, opensAt } = await publishFor(hall, [person], 60)
  const { account, certificate } = person
  const content = { figures: { price: '1.00' }, files: [], certificate: certificate.helper }
  const bid = await sealAndSubmit(account, session, content)
  await hall.clock.leapTo(opensAt)
  const opener = await accountOf(hall, 'opener')
  const leader = await enterSession(opener, session)
  const bidder = await enterSession(account, session)
  await openDecryptionWindow(leader, 10)
  return { session, opener, leader, bidder, bid }
}

const deadlineOf = (person: Participant) => epochOf(person.state().decryption?.deadline ?? '')
const minutes = (n: number) => n * 60_000

describe('a pause in the decryption window', () => {
  let opening: Opening
  beforeAll(async () => {
    opening = await openWindow()
  }, 60_000)
  afterAll(() => {
    for (const person of [opening.leader, opening.bidder]) person.close()
  })

  test('[HLT-1] stops everybody and every clock, with its reason', async () => {
    const { leader, bidder, bid } = opening
    await bidder.until((state) => state.decryption !== null, 'the window')
    const body = { reason: '现场停电', jlr: '周记录' }
    const { ResultMessage, BDZHUANGTAI } = await leader.call('StopKB', { body })
    expect([ResultMessage, BDZHUANGTAI]).toEqual(['暂停开标下达成功！', 4])
    await bidder.until(({ lot }) => lot === 'paused', 'the pause')
    expect(await bidder.call('getBidProj', { query: {} })).toMatchObject({
      ...{ BDZHUANGTAI: 4, StopKBReason: '现场停电', liubiaoReason: '' },
    })
    expect((await bidder.call('getJieMiJieZhiShiJian')).deadline).toBeNull()
    const payload = { fileId: bid.fileId, method: 'file-key', key: bid.fileKey } as const
    expect(await codeOf(bidder.send({ type: 'DecryptBid', payload }))).toBe('lot-paused')
    for (const check of ['checkKBFinishCondition', 'checkIntoCBCondition', 'checkIntoTBCondition'] as const)
      expect(await leader.call(check)).toMatchObject({ Status: false, code: 'lot-paused' })
    expect(await codeOf(bidder.call('StopKB', { body }))).toBe('forbidden')
    expect(await codeOf(leader.call('StopKB', { body: { reason: '', jlr: '' } }))).toBe('lot-paused')
  })

  test('[SES-10] nobody loses time: the deadline moves by the pause, past which nothing was closed', async () => {
    const { leader, bidder, bid } = opening
    const before = deadlineOf(bidder)
    await hall.clock.leap(minutes(30))
    await leader.call('ContinueKB')
    const { decryption } = await bidder.until(({ lot }) => lot === 'open', 'the end of the pause')
    expect(decryption?.closed).toBe(false)
    expect(deadlineOf(bidder) - before).toBeGreaterThanOrEqual(minutes(30))
    expect((await bidder.call('getJieMiJieZhiShiJian')).deadline).toBe(decryption?.deadline)
    await bidder.send({
      type: 'DecryptBid',
      payload: { fileId: bid.fileId, method: 'file-key', key: bid.fileKey },
    })
    await leader.until((state) => state.decryption?.closed === true, 'the opened file')
  })
})

describe('a failure', () => {
  let opening: Opening
  beforeAll(async () => {
    opening = await openWindow()
  }, 60_000)
  afterAll(() => {
    for (const person of [opening.leader, opening.bidder]) person.close()
  })
  const form = { LiuBiaoYuanYin: '解密成功的投标人不足3家', Noter: '周记录' }

  test('[HLT-7] is pending, and after a refusal the window goes on', async () => {
    const { session, leader, bidder } = opening
    await bidder.until((state) => state.decryption !== null, 'the window')
    const before = deadlineOf(bidder)
    await leader.call('xiaDaLiuBiaoZhiLing', { body: form })
    expect(await leader.call('getLiuBiaoShenPiZhuangTai')).toMatchObject({ ShenPiZhuangTai: 1, ...form })
    expect(await codeOf(hall.platform.changeLotStatus(session, 'open'))).toBe('failure-decision-due')
    await hall.clock.leap(minutes(20))
    await hall.platform.decideFailure(session, false, '理由不充分')
    await bidder.until(({ lot }) => lot === 'open', 'the refusal')
    expect(deadlineOf(bidder) - before).toBeGreaterThanOrEqual(minutes(20))
    expect(await leader.call('getLiuBiaoShenPiZhuangTai')).toMatchObject({
      ...{ ShenPiZhuangTai: 3, ShenPiYiJian: '理由不充分' },
    })
    expect(await codeOf(hall.platform.decideFailure(session, true, '同意'))).toBe('failure-not-pending')
  })

  test('[HLT-8] [HLT-10] approved, it is listed as ended and handed over with its reason', {
    timeout: 60_000,
  }, async () => {
    const { session, opener, leader } = opening
    await leader.call('xiaDaLiuBiaoZhiLing', { body: form })
    await hall.platform.decideFailure(session, true, '同意流标')
    await leader.until(({ status }) => status === 'failed', 'the failure')
    expect(await leader.call('getBidProj', { query: {} })).toMatchObject({
      ...{ BDZHUANGTAI: 2, bidStatus: '已流标', liubiaoReason: form.LiuBiaoYuanYin },
    })
    const { rows } = await opener.call('getBidProjKBEnd', { query: { PageSize: 100 } })
    expect(rows.find(({ bdGuid }) => bdGuid === session)).toMatchObject({ BDZHUANGTAI: 2 })
    await expect
      .poll(() => desk.results.find(({ BDGuid }) => BDGuid === session), { timeout: 30_000 })
      .toMatchObject({
        event: 'lot-failed',
        failure: { ...form, ShenPiYiJian: '同意流标', SignInfo: null },
      })
  })
})
