import { io } from 'socket.io-client'
import { expect } from 'vitest'
import type { CallName } from '#protocol/calls.ts'
import { sectionListNamespace } from '#protocol/socket/changed.ts'
import { wireVersion } from '#protocol/socket/messages.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { type Hall, publishFor, type TestBidder } from './hall.ts'

/* A bidder's time before the opening in a section of their own, with or without rivals. */

/** What the bidder got: socket frames and answers as text, times, ids and random values made alike. */
export interface Lived {
  readonly session: string
  readonly opensAt: string
  readonly bidder: Participant
  readonly got: readonly string[]
  /** The heads that heartbeats named, and their epochs. */
  readonly beats: readonly { readonly epoch: string; readonly head: number }[]
}

/** The reads of a bidder's screens before the opening. */
const reads = [
  'getSessionLog',
  'getSessionSnapshot',
  'exportSessionLog',
  'getKBProgressMessage',
  'getBidProj',
  'getKBFlowStatus',
  'getDbFlowStatus',
  'getIsSignedKb',
  'getJieMiJieZhiShiJian',
  'xiaDaYiYiXunWenZhiLingTime',
  'getYiYiList',
  'GetTouBiaoRenList',
  'GetBZJList',
  'GetBzjztList',
  'GetBidInfo',
  'getTenderFileList',
] as const satisfies readonly CallName[]

/** The bidder enters, submits twice, objects and reads, with the opener's messages; rivals act before each of these. */
export async function liveBeforeOpening(
  hall: Hall,
  bidder: TestBidder,
  opener: Parameters<typeof enterSession>[0],
  rivals: readonly TestBidder[],
): Promise<Lived> {
  const { session, opensAt } = await publishFor(hall, [bidder], 1500)
  const got: string[] = []
  const beats: Lived['beats'][number][] = []
  const http = httpClient({
    url: hall.http.url,
    tap: (call, status, bytes) =>
      void got.push(`${call} ${status} ${alike(new TextDecoder().decode(bytes))}`),
  })
  const account = bidder.account.through(http)
  const list = await followSectionList(hall, account.userCode)
  const leader = await enterSession(opener, session)
  const acting = rivals.map((rival) => rivalActs(hall, session, rival))
  const rivalsAct = async () => {
    for (const acts of acting) await (await acts.next()).value
  }
  await rivalsAct()
  const self = await enterSession(account, session, {
    frames(text) {
      const beat = /^42\["hb",(.*)\]$/.exec(text)?.[1] ?? /^2\["hb",(.*)\]$/.exec(text)?.[1]
      if (beat) beats.push(JSON.parse(beat))
      else if (text.includes('[')) got.push(alike(text))
    },
  })
  const steps = [
    () => submit(account, session, bidder),
    () => leader.send({ type: 'PostMessage', payload: { message: '请各投标人准备' } }),
    () => self.send({ type: 'RaiseObjection', payload: { content: '评标办法第三条与公告不一致。' } }),
    () => submit(account, session, bidder),
    () => leader.send({ type: 'PostMessage', payload: { message: '请准时' } }),
  ]
  await self.until(({ entrants }) => Object.keys(entrants).length === 1, 'the entry')
  for (const [done, step] of steps.entries()) {
    await rivalsAct()
    await step()
    // The tender, the enrolment and the entry came before.
    await self.until(({ seq }) => seq === done + 4, `entry ${done + 4}`)
    for (const name of reads) await self.call(name)
    const to = new Date(Date.parse(opensAt) + 1).toISOString()
    await account.call('getJYPTGongChengLieBiao', { body: { StartTime: opensAt, EndTime: to } })
    await account.call('getJYPTGongCheng', { body: { BDGuid: session } })
  }
  // Rivals' acts lead to no hint, the bidder's own row does.
  expect(list.hints).toEqual([])
  await hall.platform.changeLotStatus(session, 'paused')
  await expect.poll(() => list.hints.length, { timeout: 10_000 }).toBe(1)
  got.push(...list.hints.map(alike))
  list.close()
  leader.close()
  return { session, opensAt, bidder: self, got, beats }
}

/** The hints of the section list that a user gets, from now on. */
async function followSectionList(hall: Hall, userCode: string) {
  const { token } = await hall.http.call('testLogin', { body: { UserCode: userCode } })
  const socket = io(`${hall.http.url}${sectionListNamespace}`, {
    auth: { token, version: wireVersion },
    transports: ['websocket'],
    forceNew: true,
  })
  const hints: string[] = []
  socket.on('changed', (hint) => void hints.push(JSON.stringify(hint)))
  await new Promise<void>((connected) => socket.on('connect', connected))
  return { hints, close: () => void socket.disconnect() }
}

/** A rival enrols, then enters, submits, objects and replaces the bid, one thing at a time. */
async function* rivalActs(hall: Hall, session: string, { account, name, certificate }: TestBidder) {
  const { certificatePem } = certificate
  yield hall.platform.enrolBidder(session, { unitCode: account.unitCode, name, certificatePem })
  const rival = await enterSession(account, session)
  try {
    yield submit(account, session, { account, name, certificate })
    yield rival.send({ type: 'RaiseObjection', payload: { content: '工期太短。' } })
    yield submit(account, session, { account, name, certificate })
    yield rival.send({ type: 'RaiseObjection', payload: { content: '地点太远。' } })
  } finally {
    rival.close()
  }
}

function submit(account: TestBidder['account'], session: string, { certificate }: TestBidder) {
  return sealAndSubmit(account, session, {
    figures: { price: '1234567.89' },
    files: [],
    certificate: certificate.helper,
  })
}

/** Times, ids, hashes and sealed or signed text, each by a sign of its kind. */
function alike(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\b1\d{12}\b/g, '<ms>')
    .replace(/"remainTime":\d+/g, '"remainTime":<ms>')
    .replace(/age1[0-9a-z]+/g, '<key>')
    .replace(/preview\.[0-9a-f]{16}\.[0-9a-f]{8}/g, '<preview>')
    .replace(/\b[0-9a-f]{32,64}\b/g, '<hex>')
    .replace(/eyJ[\w.-]{40,}/g, '<signed>')
    .replace(/[\w+/=-]{80,}/g, '<random>')
}
