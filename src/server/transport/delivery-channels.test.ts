import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf, sessionId } from '#test/domain/session.ts'
import type { Previews } from '../log/previews.ts'
import { createChannels } from './delivery-channels.ts'
import type { SocketWriter } from './socket-writer.ts'

const bidders = Array.from({ length: 30 }, (_, i) => ({ name: `投标人${i}`, figures: figuresOf(i + 1) }))
const { entries, state } = openingOf(bidders)
const limits = {
  ...{ batchLength: 500, snapshotBeyond: 1000, snapshotMilliseconds: 1000, stallMilliseconds: 30_000 },
  ...{ gatherMilliseconds: 20, longestGatherMilliseconds: 200 },
}
const supervisor = { role: 'supervisor', unitCode: null, seesSupervisor: true } as const
const bidder = { role: 'bidder', unitCode: bidderCode(1), seesSupervisor: true } as const
const sendingMilliseconds = 40

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  { what: 'the log while there are questions', any: true, of: null, pause: 3 * sendingMilliseconds },
  { what: 'the log', any: false, of: null, pause: limits.gatherMilliseconds },
  { what: 'a preview while there are questions', any: true, of: bidder, pause: limits.gatherMilliseconds },
])('[EVT-4] [RIV-1] 40 ms of sending $what are followed by a pause of $pause ms', async (row) => {
  const log = slowLog()
  const services = { log, previews: previewsOf(log), questions: { any: () => row.any } }
  const channels = createChannels(services, limits, failed)
  const channel = channels.open(sessionId, row.of, 0)
  const reader = createReader()
  channel.session.add(supervisor, reader.writer, 0, 0)
  await vi.advanceTimersByTimeAsync(sendingMilliseconds)
  const began = performance.now()
  for (const head of [1, 2]) {
    log.head = head
    channels.grow(channel, head)
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(1000)
  const first = began + sendingMilliseconds
  expect(reader.sentAt).toEqual([first, first + row.pause + sendingMilliseconds])
  channels.close()
})

test('[EVT-4] while entries keep coming they are sent ten times in a hurry, then some five times a second', async () => {
  const log = slowLog(0)
  const services = { log, previews: previewsOf(log), questions: { any: () => false } }
  const channels = createChannels(services, limits, failed)
  const channel = channels.open(sessionId, null, 0)
  const reader = createReader()
  channel.session.add(supervisor, reader.writer, 0, 0)
  await vi.advanceTimersByTimeAsync(10)
  while (log.head < 100) {
    log.head += 1
    channels.grow(channel, log.head)
    await vi.advanceTimersByTimeAsync(30)
  }
  const apart = reader.sentAt.slice(1).map((at, i) => Math.round(at - (reader.sentAt[i] ?? 0)))
  expect(apart.slice(0, 9)).toEqual(Array(9).fill(30))
  expect(apart.slice(-12).filter((time) => time < 200).length).toBeLessThan(4)
  channels.close()
})

/** A log whose last seq is `head`; reading it takes so long. */
function slowLog(milliseconds = sendingMilliseconds) {
  const log = {
    head: 0,
    async read(_: string, after: number, limit: number) {
      const { head } = log
      await new Promise((done) => setTimeout(done, milliseconds))
      return { epoch: 'e', head, entries: entries.slice(after, Math.min(head, after + limit)) }
    },
    state: async () => null,
  }
  return log
}

/** Previews that show the log as it is, and are read like it. */
function previewsOf(log: ReturnType<typeof slowLog>): Previews {
  async function find() {
    const { epoch, head, entries: read } = await log.read('', 0, entries.length)
    const preview = { epoch, head, hash: '', state, read: (after: number) => read.slice(after) }
    return { of: () => preview, placeOf: (_: unknown, seq: number) => seq }
  }
  return { find, previewOf: async () => null, seqFor: async (_session, _viewer, seq) => seq }
}

function createReader() {
  const sentAt: number[] = []
  const writer: SocketWriter = {
    send: () => void sentAt.push(performance.now()),
    sendIfDrained(message) {
      writer.send(message)
      return true
    },
    isDrained: () => true,
    onceDrained: (then) => then(),
    queued: () => 0,
    terminate: failed,
  }
  return { sentAt, writer }
}

function failed(error: unknown = 'terminated'): never {
  throw error
}
