import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import pino from 'pino'
import type { Socket } from 'socket.io'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firstBreak, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { previewGenesis } from '#domain/session/preview.ts'
import { viewFor } from '#domain/session/view.ts'
import { seeded } from '#lib/seeded-random.ts'
import { viewerOf } from '#test/bench/delivery-server.ts'
import {
  bidder,
  bidderCode,
  ids,
  messageText,
  names,
  objectionId,
  objectionText,
  opener,
  platform,
  submission,
} from '#test/domain/sample-actors.ts'
import { freezeRecord } from '#test/support/freeze-record.ts'
import { noCertificates } from '#test/support/no-certificates.ts'
import { noSocketTrail } from '#test/support/no-trail.ts'
import { openingTime, rules, tender } from '#test/support/sample-tender.ts'
import { standard } from '#variants/standard.ts'
import { bidFileHandlers } from '../calls/bid-files.ts'
import { inquiryHandlers } from '../calls/inquiry.ts'
import { logHandlers } from '../calls/log.ts'
import { messageHandlers } from '../calls/messages.ts'
import { objectionHandlers } from '../calls/objections.ts'
import { openingHandlers } from '../calls/opening.ts'
import { signingHandlers } from '../calls/signing.ts'
import { submissionHandlers } from '../calls/submission.ts'
import { tenderFileHandlers } from '../calls/tender-files.ts'
import { createMemoryLog } from '../log/memory-log.ts'
import { createPreviews } from '../log/previews.ts'
import type { Services } from '../services.ts'
import { createAuthority, type SeqFor } from '../session/authority.ts'
import { createDelivery, usualDeliveryLimits } from './delivery.ts'
import type { EncodedMessage } from './encoded-message.ts'
import { sendHeartbeats } from './heartbeat.ts'
import { readSession } from './open-session.ts'
import { createRecentQuestions } from './recent-questions.ts'
import { type Connection, createMessageHandlers } from './socket-messages.ts'
import type { SocketIoWriter } from './socket-writer.ts'

/*
 * Two worlds that differ in rivals alone: the log, the authority, delivery, sockets' handlers, heartbeats and handlers
 * of calls are the server's own. Clocks and random values are the same for everybody who is in both worlds.
 */

const runs = Number(process.env.RIVALS_RUNS ?? 12)

const sessionId = '5b2d2f0a-5a0e-4a44-9a43-1f4f1f5f7a05'
const logger = pino({ level: 'silent' })
const [own, rivals] = [bidder(1), [2, 3, 4, 5]] as const
const stepMilliseconds = 500
const reading = { role: 'bidder', unitCode: own.unitCode, seesSupervisor: true } as const

beforeAll(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterAll(() => void vi.useRealTimers())

/** What happens, in a world where it does. `version` makes ids of their own. */
type Act = (world: World, version: number) => Promise<unknown>
type World = Awaited<ReturnType<typeof openWorld>>

const decided =
  (actor: Actor, commandOf: (version: number) => Command): Act =>
  (world, version) => {
    const command = commandOf(version)
    return world.authority.decide(asked(actor, `${command.type} ${version}`), command)
  }

function submits(n: number): Act {
  return decided(bidder(n), (version) => {
    const fileId = `00000000-0000-4000-8000-${String(n * 10_000 + version).padStart(12, '0')}`
    return { type: 'SubmitBid', payload: { ...submission(n), fileId } }
  })
}

/** What a bidder does who is enrolled. */
function actsOf(n: number): Act[] {
  const actor = bidder(n)
  return [
    submits(n),
    decided(actor, () => ({ type: 'EnterSession', payload: { address: `10.0.0.${n}` } })),
    decided(actor, (version) => ({ type: 'PostMessage', payload: { message: `${messageText}${version}` } })),
    decided(actor, (version) => ({
      type: 'RaiseObjection',
      payload: { objectionId: objectionId(n * 10_000 + version), content: objectionText, attachment: null },
    })),
  ]
}

const rivalActs: readonly Act[] = rivals.flatMap((n) => [
  decided(platform, () => {
    const payload = { bidderCode: bidderCode(n), name: `投标人${n}`, certificate: '' }
    return { type: 'EnrolBidder', payload }
  }),
  ...actsOf(n),
  ...actsOf(n),
])

const commonActs: readonly Act[] = [
  ...actsOf(1),
  decided(opener, (version) => ({ type: 'PostMessage', payload: { message: `请准备${version}` } })),
  decided(opener, () => ({ type: 'RecordPersonInfo', payload: { names, ids } })),
  decided(platform, () => ({ type: 'ChangeLotStatus', payload: { lot: 'paused' } })),
  decided(platform, () => ({ type: 'ChangeLotStatus', payload: { lot: 'open' } })),
  (world, version) => world.command(version),
  (world) => world.connect(),
  (world, version) => world.resume(version),
  (world) => world.beat(),
  (world, version) => world.read(version),
]

/** The parts of a server that make what a bidder gets, over a log in memory. */
function openServer(clock: () => number, random: (length: number) => Uint8Array) {
  const log = createMemoryLog(random)
  const previews = createPreviews(log)
  const preparation = {
    ...{ rules, ...noCertificates, freezeRecord },
    attachments: { claim: async () => null },
    sectionState: async () => null,
  }
  const seqFor: SeqFor = (id, who, seq, known) => previews.seqFor(id, viewerOf(who), seq, known)
  const authority = createAuthority(log, preparation, clock, logger, undefined, undefined, seqFor)
  const limits = { ...usualDeliveryLimits, refreshMilliseconds: 1_000_000 }
  const questions = createRecentQuestions(Date.now)
  const delivery = createDelivery({ log, previews, questions, viewerOf, logger }, limits)
  const login = { loginId: 'login', expiresAt: new Date(0), actor: own }
  const authenticator = {
    findLogin: async () => login,
    activeAmong: async (logins: readonly string[]) => new Set(logins),
  } as never
  const trail = noSocketTrail
  const budgets = { ask: () => 0 }
  const transport = {
    ...{ authenticator, authority, log, previews, viewerOf, delivery, questions },
    ...{ trail, budgets, clock, logger },
  }
  const handle = createMessageHandlers(transport, { report: failed })
  // The platform has reported no deposit.
  const reported = { deposits: async () => new Map(), contacts: async () => new Map() }
  const services = {
    ...{ ...transport, settings: { variant: standard }, files: {}, reported, attachments: {} },
  } as unknown as Services
  return { ...transport, transport, handle, services }
}

async function openWorld() {
  let now = openingTime - 20 * 60_000
  let draw = seeded(1)
  const random = (length: number) => Uint8Array.from({ length }, () => Math.floor(draw() * 256))
  const server = openServer(() => now, random)
  const { log, authority, previews, handle, services } = server
  /** Everything that the bidder got, in order. */
  const got: string[] = []
  const connections: Connection[] = []

  await log.create({ id: sessionId, sealIdentity: '', sealRecipient: 'age1recipient' })
  await authority.decide(asked(platform, 'publish'), { type: 'PublishTender', payload: { tender: tender() } })
  await authority.decide(asked(platform, 'enrol'), {
    type: 'EnrolBidder',
    payload: { bidderCode: bidderCode(1), name: own.name, certificate: '' },
  })

  async function subscribe(epoch: string, after: number): Promise<void> {
    const connection = connectionOf(connections.length, (packet) => got.push(packet))
    connections.push(connection)
    await handle.subscribe(connection, { session: sessionId, epoch, after })
  }

  return {
    ...{ log, authority, got },
    connect: () => subscribe('', 0),
    async resume(version: number) {
      const preview = await previews.previewOf(sessionId, reading)
      await subscribe(preview?.epoch ?? '', version % ((preview?.head ?? 0) + 2))
    },
    /** The bidder enters by their socket, if need be twice. */
    async command(version: number) {
      const connection = connections[0] ?? connectionOf(0, (packet) => got.push(packet))
      const id = `00000000-0000-4000-b000-${String(version % 3).padStart(12, '0')}`
      await handle.command(connection, { id, type: 'EnterSession', payload: {} })
    },
    beat: () => sendHeartbeats(new Set(connections), server.transport),
    async read(version: number) {
      got.push(...(await answersTo(services, version)))
    },
    /** Does one thing, and waits until everything has been sent. */
    async act(version: number, act: Act, whose: 'everybody’s' | 'a rival’s') {
      now = openingTime - 20 * 60_000 + version * stepMilliseconds
      draw = seeded(version * 2 + (whose === 'a rival’s' ? 1 : 0))
      await act(this, version)
      await this.settle()
    },
    async settle() {
      for (let turn = 0; turn < 4; turn += 1) await nextTurn()
      // The longest, because the pause after sending is made of real time: a slow machine pauses longer.
      await vi.advanceTimersByTimeAsync(usualDeliveryLimits.longestGatherMilliseconds)
      for (let turn = 0; turn < 2; turn += 1) await nextTurn()
    },
    leapTo(moment: number) {
      now = moment
    },
    close: () => server.delivery.close(),
  }
}

function failed(_text: string, error: unknown): never {
  throw error
}

function asked(actor: Actor, commandId: string) {
  return { sessionId, actor, commandId, address: '' }
}

function connectionOf(place: number, onPacket: (packet: string) => void): Connection {
  const send = ({ packet }: EncodedMessage) => onPacket(`${place} ${packet}`)
  const writer: SocketIoWriter = {
    ...{ send, answer: send, cork() {}, isDrained: () => true, onceDrained() {}, queued: () => 0 },
    sendIfDrained(message) {
      send(message)
      return true
    },
    terminate() {},
  }
  const socket = { id: String(place), connected: true, disconnect: () => onPacket('disconnected') }
  return {
    ...{ socket: socket as unknown as Socket, writer, actor: own, sessionId, loginId: 'login' },
    ...{ address: '', agent: '', language: 'zh-CN', mayAsk: () => true, guard: { fault() {} } as never },
    ...{ dismiss() {}, isReading: false },
  }
}

/** What the bidder's calls are answered, as they would be sent. */
async function answersTo(services: Services, version: number): Promise<string[]> {
  const session = await readSession(services, sessionId, own)
  const log = logHandlers(services)
  const opening = openingHandlers(services)
  const bidFiles = bidFileHandlers(services)
  const calls: Record<string, (context: never) => Promise<unknown>> = {
    getSessionLog: log.getSessionLog,
    getSessionSnapshot: log.getSessionSnapshot,
    exportSessionLog: log.exportSessionLog,
    getKBProgressMessage: messageHandlers(services).getKBProgressMessage,
    getKBFlowStatus: opening.getKBFlowStatus,
    getDbFlowStatus: opening.getDbFlowStatus,
    getJieMiJieZhiShiJian: opening.getJieMiJieZhiShiJian,
    xiaDaYiYiXunWenZhiLingTime: inquiryHandlers(services).xiaDaYiYiXunWenZhiLingTime,
    getIsSignedKb: signingHandlers().getIsSignedKb,
    getYiYiList: objectionHandlers(services).getYiYiList,
    GetTouBiaoRenList: bidFiles.GetTouBiaoRenList,
    getBidFileByCondition: bidFiles.getBidFileByCondition,
    GetBidInfo: tenderFileHandlers(services).GetBidInfo,
    getSealingInfo: submissionHandlers(services).getSealingInfo,
  }
  const query = { after: version % 7, limit: 5, BDGuid: sessionId, PageIndex: 1, PageSize: 10 }
  const context = { session, login: { actor: own }, query, body: {}, language: 'zh-CN' } as never
  const answers: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    const answer = (await call(context)) as { value?: { content?: unknown } }
    const content = answer.value?.content
    const text = content instanceof Readable ? (await content.toArray()).join('') : ''
    answers.push(`${name} ${JSON.stringify({ ...answer, ...(text && { value: text }) })}`)
  }
  return answers
}

/** Lives through the history in one of the two worlds. */
async function live(history: readonly Moment[], place: 0 | 1): Promise<World> {
  const world = await openWorld()
  await world.connect()
  await world.settle()
  for (const [i, { common, rival, happens, isFirst }] of history.entries()) {
    const theirs = async () => {
      if (happens[place]) await world.act(i + 1, rivalActs[rival] as Act, 'a rival’s')
    }
    if (isFirst) await theirs()
    await world.act(i + 1, commonActs[common] as Act, 'everybody’s')
    if (!isFirst) await theirs()
  }
  return world
}

interface Moment {
  readonly common: number
  readonly rival: number
  /** Whether the rival acts, in either world. */
  readonly happens: readonly [boolean, boolean]
  /** Whether the rival acts before the others. */
  readonly isFirst: boolean
}

const moment = fc.record({
  common: fc.nat(commonActs.length - 1),
  rival: fc.nat(rivalActs.length - 1),
  happens: fc.tuple(fc.boolean(), fc.boolean()),
  isFirst: fc.boolean(),
})

test('[RIV-1] [RIV-3] [RIV-4] until bids are closed a bidder gets the same bytes whatever their rivals do', async () => {
  const property = fc.asyncProperty(fc.array(moment, { minLength: 10, maxLength: 40 }), async (history) => {
    const one = await live(history, 0)
    const other = await live(history, 1)
    const worlds = [one, other]
    expect(one.got).toEqual(other.got)
    for (const world of worlds) await expectNothingOfTheLog(world)
    for (const world of worlds) await expectTheLogAfterwards(world)
    for (const world of worlds) world.close()
  })
  await fc.assert(property, { seed: 20_261_125, numRuns: runs, endOnFailure: runs > 100 })
}, 600_000)

/** No hash of the log has been sent, and what was sent is a chain of its own. */
async function expectNothingOfTheLog({ log, got }: World): Promise<void> {
  const page = await log.read(sessionId, 0, 1_000_000)
  const sent = got.join()
  for (const { hash } of page?.entries ?? []) expect(sent).not.toContain(hash)
  const preview = batchesIn(got, 0).flatMap(({ entries }) => entries)
  expect(preview.length).toBeGreaterThan(0)
  expect(firstBreak(sessionId, preview, previewGenesis(sessionId))).toBeNull()
}

/** With the first entry from the opening time on, every connection gets the whole log. */
async function expectTheLogAfterwards(world: World): Promise<void> {
  const before = world.got.length
  world.leapTo(openingTime)
  await world.authority.decide(asked(opener, 'enters'), { type: 'EnterSession', payload: { address: '' } })
  for (let i = 0; i < 5; i += 1) await world.settle()
  const page = await world.log.read(sessionId, 0, 1_000_000)
  const seen = (page?.entries ?? []).map((entry) => viewFor(reading, entry))
  const batches = batchesIn(world.got.slice(before), 0)
  expect(batches.map(({ epoch }) => epoch)).toEqual(batches.map(() => page?.epoch))
  const entries = batches.flatMap((batch) => batch.entries)
  expect(entries).toEqual(JSON.parse(JSON.stringify(seen)))
  expect(firstBreak(sessionId, entries)).toBeNull()
  expect(entries.some(isHidden)).toBe(true)
}

function batchesIn(got: readonly string[], place: number): { epoch: string; entries: VisibleEntry[] }[] {
  const start = `${place} 2["events",`
  return got.filter((text) => text.startsWith(start)).map((text) => JSON.parse(text.slice(start.length, -1)))
}
