import { EventEmitter } from 'node:events'
import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Entry, genesisHash } from '#domain/log/entry.ts'
import { readMessage, startOfLog } from '#streams/log-position.ts'
import type { DownMessage, LogMessage } from '#streams/transport.ts'
import { openingLog, session } from '#test/support/opening-log.ts'
import { connectQuestion } from './connect-question.ts'
import { type EventsAnswer, type EventsQuestion, isWholeEvents } from './events-check.ts'
import { type CheckWorker, createEventsChecker, type EventsChecker } from './events-checker.ts'
import { transportOver } from './socket-transport.ts'
import { eventsParser, UndecodedEvents } from './undecoded-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const entries = openingLog().map((entry) => ({ ...entry, private: {} }))

function bodyOf(some: readonly unknown[]): string {
  return JSON.stringify({ epoch: 'A', from: 1, to: some.length, head: some.length, entries: some })
}

/** A worker in this thread. It answers on request. */
function workerHere() {
  const asked: EventsQuestion[] = []
  const worker: CheckWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (question: EventsQuestion) => void asked.push(question),
    terminate: vi.fn(),
  }
  return {
    worker,
    asked,
    answer() {
      for (const { id, text } of asked.splice(0)) {
        const data: EventsAnswer = { id, isWhole: isWholeEvents(text) }
        worker.onmessage?.call(worker as Worker, { data } as MessageEvent)
      }
    },
  }
}

test('a body is whole if it fits the protocol and each entry has the hash that it says', () => {
  expect(isWholeEvents(bodyOf(entries))).toBe(true)
  const hidden = entries.map(({ seq, hash }) => ({ seq, hash }))
  expect(isWholeEvents(bodyOf(hidden))).toBe(true)
  const [first, ...rest] = entries as [Entry, ...Entry[]]
  expect(isWholeEvents(bodyOf([{ ...first, actor: 'somebody else' }, ...rest]))).toBe(false)
  expect(isWholeEvents(bodyOf([{ ...first, extra: 1 }, ...rest]))).toBe(false)
  expect(isWholeEvents(bodyOf(entries).slice(0, -1))).toBe(false)
})

test('a worker answers in any order; one that fails, or does not answer, is given up', async () => {
  const { worker, answer } = workerHere()
  const checker = createEventsChecker(() => worker)
  const answers = [checker.check(bodyOf(entries)), checker.check('nonsense')]
  answer()
  expect(await Promise.all(answers)).toEqual([true, false])
  const late = checker.check(bodyOf(entries))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await late).toBe(false)
  expect(worker.terminate).toHaveBeenCalled()
  expect(await checker.check(bodyOf(entries))).toBe(false)
  const none = createEventsChecker(() => {
    throw new Error('no workers here')
  })
  expect(await none.check(bodyOf(entries))).toBe(false)
})

/** A transport over a fake socket that gets packets through the parser. */
function stage(checker: EventsChecker) {
  const socket = Object.assign(new EventEmitter(), {
    ...{ active: true, connected: true, io: new EventEmitter(), disconnect() {} },
  })
  const malformed = vi.fn()
  const transport = transportOver(socket as unknown as Socket, {
    question: connectQuestion(),
    ...{ returnMs: 1000, comeBack() {}, onMalformed: malformed },
    checker,
  })
  const got: DownMessage[] = []
  transport.messages$.subscribe((message) => void got.push(message))
  const decoder = new eventsParser.Decoder()
  decoder.on('decoded', ({ data }) => void socket.emit(...(data as [string, unknown])))
  return { socket, got, malformed, receive: (packet: string) => decoder.add(packet) }
}

const long = (some: readonly unknown[]) => `2["events",${bodyOf(some)}]`
const beat = '2["hb",{"epoch":"A","head":1,"now":1}]'

test('a long message is checked by the worker, and what comes after it waits for it', async () => {
  const { worker, answer, asked } = workerHere()
  const { got, receive } = stage(createEventsChecker(() => worker))
  receive(long(entries))
  receive(beat)
  receive(long(entries.slice(0, 2)))
  expect(got).toEqual([])
  expect(asked).toHaveLength(1)
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(got.map(({ kind }) => kind)).toEqual(['events', 'hb', 'events'])
  const [whole] = got as [LogMessage]
  expect(whole).toMatchObject({ isWhole: true, body: { entries } })
  expect(readMessage(startOfLog(session), whole).position.seq).toBe(entries.length)
})

test('an entry that was changed breaks the chain as ever, whoever found it', async () => {
  const { worker, answer } = workerHere()
  const { got, receive } = stage(createEventsChecker(() => worker))
  const changed = entries.map((entry) => (entry.seq === 5 ? { ...entry, actor: 'somebody else' } : entry))
  receive(long(changed))
  answer()
  await vi.advanceTimersByTimeAsync(0)
  const [message] = got as [LogMessage]
  expect(message).not.toHaveProperty('isWhole')
  expect(readMessage(startOfLog(session), message).position.broken).toBe(5)
})

test('whole entries in the wrong place break the chain, too', () => {
  const [first, second, third] = entries
  const body = { epoch: 'A', from: 1, to: 3, head: 3, entries: [first, { ...third, seq: 2 }, second] }
  const message = { kind: 'events', body, isWhole: true } as unknown as LogMessage
  expect(startOfLog(session, 'A').hash).toBe(genesisHash(session))
  expect(readMessage(startOfLog(session), message).position.broken).toBe(2)
})

test('what waited when the connection was lost is dropped, and nonsense is reported', async () => {
  const { worker, answer } = workerHere()
  const { got, malformed, receive, socket } = stage(createEventsChecker(() => worker))
  receive(long(entries))
  socket.emit('disconnect')
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(got).toEqual([])
  receive(`2["events",${'x'.repeat(30_000)}]`)
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(malformed).toHaveBeenCalledWith('events', expect.anything())
})

test('short messages and other kinds are decoded at once', () => {
  const decoder = new eventsParser.Decoder()
  const decoded: unknown[] = []
  decoder.on('decoded', ({ data }) => void decoded.push(data))
  decoder.add(long(entries.slice(0, 1)))
  decoder.add(`2["snapshot",{"text":"${'x'.repeat(30_000)}"}]`)
  decoder.add(long(entries))
  expect(decoded.map((data) => (data as unknown[])[1] instanceof UndecodedEvents)).toEqual([
    false,
    false,
    true,
  ])
})
