import { expect, test } from 'vitest'
import type { Viewer } from '#domain/session/actor.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf, sessionId } from '#test/domain/session.ts'
import type { EncodedMessage } from './encoded-message.ts'
import { createSessionSubscribers } from './session-subscribers.ts'
import type { SocketWriter } from './socket-writer.ts'

const { entries, state } = openingOf([1, 2, 3].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) })))
const viewer = { role: 'supervisor', unitCode: null, seesSupervisor: true } as const
const questions = { any: () => true }
const limits = { batchLength: 4, snapshotBeyond: 1000, snapshotMilliseconds: 0, stallMilliseconds: 0 }

/** A log whose last seq is `head`, and how often it was read. */
function logAt(head: number) {
  const log = {
    head,
    reads: 0,
    states: 0,
    async read(_: string, after: number, limit: number) {
      log.reads += 1
      return { epoch: 'e', head: log.head, entries: entries.slice(after, Math.min(log.head, after + limit)) }
    },
    async state() {
      log.states += 1
      const hash = entries[log.head - 1]?.hash ?? ''
      return { epoch: 'e', head: log.head, hash, at: '', unredactedState: state }
    },
  }
  return log
}

/** A connection that keeps what it is sent. With `blocks`, it is not drained after a message before `drain()`. */
function createConnection() {
  const sent: EncodedMessage[] = []
  let onDrained: (() => void) | null = null
  const state = { blocked: false, blocks: false, terminations: 0 }
  const writer: SocketWriter = {
    send(message) {
      sent.push(message)
      state.blocked = state.blocks
    },
    isDrained: () => !state.blocked,
    sendIfDrained(message) {
      const isDrained = !state.blocked
      if (isDrained) writer.send(message)
      return isDrained
    },
    onceDrained(then) {
      onDrained = then
    },
    queued: () => (state.blocked ? 1000 : 0),
    terminate() {
      state.terminations += 1
    },
  }
  return Object.assign(state, {
    sent,
    writer,
    drain() {
      state.blocked = false
      onDrained?.()
    },
    /** Of the entries sent, without those of the first messages. */
    seqs: (from = 0) =>
      sent
        .slice(from)
        .flatMap(({ packet }) =>
          (JSON.parse(packet.slice(1))[1] as EventsMessage).entries.map(({ seq }) => seq),
        ),
  })
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

test('[EVT-4] subscribers at one position are served by one read and get the same bytes', async () => {
  const log = logAt(4)
  const session = createSessionSubscribers({ log, questions }, sessionId, limits, failed)
  const connections = upTo(100).map(createConnection)
  for (const { writer } of connections) session.add(viewer, writer, 0, 4)
  await settled()
  expect(log.reads).toBe(1)
  expect(new Set(connections.map(({ sent }) => sent[0]?.frames[0])).size).toBe(1)
  for (const { seqs } of connections) expect(seqs()).toEqual(upTo(4))
})

test('[SLW-1] nothing is sent to a connection that is not drained, and the others do not wait for it', async () => {
  const log = logAt(20)
  const session = createSessionSubscribers({ log, questions }, sessionId, limits, failed)
  const slow = createConnection()
  const quick = createConnection()
  slow.blocks = true
  session.add(viewer, slow.writer, 0, 20)
  session.add(viewer, quick.writer, 0, 20)
  await settled()
  expect(quick.seqs()).toEqual(upTo(20))
  expect(slow.seqs()).toEqual(upTo(4))
  log.head = 30
  session.advance(30)
  await session.deliver()
  await settled()
  expect(quick.seqs()).toEqual(upTo(30))
  expect(slow.seqs()).toEqual(upTo(4))
  slow.drain()
  await settled()
  expect(slow.seqs()).toEqual(upTo(8))
  slow.blocks = false
  slow.drain()
  await settled()
  expect(slow.seqs()).toEqual(upTo(30))
})

test('[SLW-1] a stalled connection is terminated, but only when there is something to send', async () => {
  const log = logAt(4)
  const session = createSessionSubscribers({ log, questions }, sessionId, limits, failed)
  const frozen = createConnection()
  frozen.blocks = true
  session.add(viewer, frozen.writer, 0, 4)
  await settled()
  for (let i = 0; i < 3; i++) session.refresh()
  await settled()
  expect(frozen.terminations).toBe(0)
  log.head = 5
  session.advance(5)
  session.refresh()
  await settled()
  expect(frozen.terminations).toBe(0)
  session.refresh()
  expect(frozen.terminations).toBe(1)
})

test('a subscriber who left is sent nothing, not even what was being read for them', async () => {
  const session = createSessionSubscribers({ log: logAt(4), questions }, sessionId, limits, failed)
  const gone = createConnection()
  session.remove(session.add(viewer, gone.writer, 0, 4))
  await settled()
  expect(gone.sent).toEqual([])
})

test('entries appended during a read are sent after it', async () => {
  const log = logAt(4)
  const session = createSessionSubscribers({ log, questions }, sessionId, limits, failed)
  const subscriber = createConnection()
  session.add(viewer, subscriber.writer, 0, 4)
  log.head = 6
  session.advance(6)
  void session.deliver()
  await settled()
  expect(subscriber.seqs()).toEqual(upTo(6))
})

test('a failed read is reported and repeated at the next refresh', async () => {
  const log = logAt(4)
  let failing = true
  const failures: unknown[] = []
  const read = async (session: string, after: number, limit: number) => {
    if (failing) throw new Error('the database is away')
    return log.read(session, after, limit)
  }
  const session = createSessionSubscribers({ log: { ...log, read }, questions }, sessionId, limits, (error) =>
    failures.push(error),
  )
  const subscriber = createConnection()
  session.add(viewer, subscriber.writer, 0, 4)
  await settled()
  expect(failures).toHaveLength(1)
  failing = false
  session.refresh()
  await settled()
  expect(subscriber.seqs()).toEqual(upTo(4))
})

function failed(error: unknown): void {
  throw error
}

test('[SNP-6] one snapshot serves all who are far behind until it is old, and the entries after it follow', async () => {
  const log = logAt(10)
  const far = { ...limits, snapshotBeyond: 5, snapshotMilliseconds: 1e9 }
  const session = createSessionSubscribers({ log, questions }, sessionId, far, failed)
  const bidders = upTo(30).map(
    (n) => ({ role: 'bidder', unitCode: bidderCode(n), seesSupervisor: true }) as const,
  )
  const connections = bidders.map(createConnection)
  for (const [i, { writer }] of connections.entries()) {
    session.add(bidders[i] as Viewer, writer, 0, log.head)
    await settled()
    if (i < 4) log.head += 1
    session.advance(log.head)
  }
  await session.deliver()
  await settled()
  expect(log.states).toBe(1)
  expect(new Set(connections.map(({ sent }) => sent[0]?.frames[0])).size).toBe(1)
  for (const { sent, seqs } of connections) {
    expect(sent[0]?.packet).toContain('"seq":10,')
    expect(seqs(1)).toEqual([11, 12, 13, 14])
  }
})

test('[SNP-6] few snapshots wait for connections: the newest serves on, then those who take longest are ended', async () => {
  const log = logAt(10)
  const session = createSessionSubscribers(
    { log, questions },
    sessionId,
    { ...limits, snapshotBeyond: 5 },
    failed,
  )
  const slow: ReturnType<typeof createConnection>[] = []
  const join = async () => {
    const connection = createConnection()
    connection.blocks = true
    slow.push(connection)
    session.add(viewer, connection.writer, 0, log.head)
    await settled()
  }
  for (let i = 0; i < 6; i++) {
    await join()
    log.head += 1
  }
  expect(log.states).toBe(4)
  expect(slow.map(({ terminations }) => terminations)).toEqual([0, 0, 0, 0, 0, 0])
  log.head += 10
  await join()
  expect(log.states).toBe(5)
  expect(slow.map(({ terminations }) => terminations)).toEqual([1, 0, 0, 0, 0, 0, 0])
})
