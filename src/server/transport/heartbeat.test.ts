import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { viewerOf } from '#test/bench/delivery-server.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { createMemoryLog } from '../log/memory-log.ts'
import { createPreviews } from '../log/previews.ts'
import type { EncodedMessage } from './encoded-message.ts'
import { sendHeartbeats } from './heartbeat.ts'
import type { SocketWriter } from './socket-writer.ts'

const logger = { error: () => undefined }
const seeing = { previews: createPreviews({ read: async () => null }), viewerOf }

function connection(sessionId: string, loginId: string, isDrained = true) {
  const sent: EncodedMessage[] = []
  const self = {
    actor: opener,
    sessionId,
    loginId,
    sent,
    dismissed: false,
    writer: { send: (message) => void sent.push(message), isDrained: () => isDrained } as SocketWriter,
    dismiss: () => {
      self.dismissed = true
    },
  }
  return self
}

test('[HB-1] logins are checked by one query, messages encoded once per session, ended logins dismissed', async () => {
  const log = createMemoryLog((length) => randomBytes(length))
  const { epoch } = await log.create({ id: 'a', sealIdentity: '', sealRecipient: '' })
  const asked: (readonly string[])[] = []
  const authenticator = {
    async activeAmong(ids: readonly string[]) {
      asked.push(ids)
      return new Set(['one', 'two', 'three'])
    },
  }
  const one = connection('a', 'one')
  const two = connection('a', 'two')
  const blocked = connection('a', 'two', false)
  const ended = connection('a', 'ended')
  const lost = connection('no such session', 'three')
  const all = [one, two, blocked, ended, lost]
  await sendHeartbeats(new Set(all), { authenticator, log, ...seeing, clock: () => 1234, logger })

  expect(asked).toEqual([['one', 'two', 'two', 'ended', 'three']])
  expect(JSON.parse(one.sent[0]?.packet.slice(1) ?? '')).toEqual(['hb', { epoch, head: 0, now: 1234 }])
  expect(two.sent[0]).toBe(one.sent[0])
  expect(all.map(({ sent }) => sent.length)).toEqual([1, 1, 0, 0, 0])
  expect(all.map(({ dismissed }) => dismissed)).toEqual([false, false, false, true, true])
})

test('[HB-5] a section that cannot be read gets no heartbeat, and the others get theirs', async () => {
  const log = createMemoryLog((length) => randomBytes(length))
  await log.create({ id: 'a', sealIdentity: '', sealRecipient: '' })
  const failing = {
    state: (id: string) => (id === 'b' ? Promise.reject(new Error('unreadable')) : log.state(id)),
  }
  const authenticator = { activeAmong: async (ids: readonly string[]) => new Set(ids) }
  const [well, unwell] = [connection('a', 'one'), connection('b', 'two')]
  await sendHeartbeats(new Set([unwell, well]), {
    authenticator,
    log: failing,
    ...seeing,
    clock: () => 1,
    logger,
  })
  expect([well, unwell].map(({ sent, dismissed }) => [sent.length, dismissed])).toEqual([
    [1, false],
    [0, false],
  ])
})

test('[HB-5] while logins cannot be checked, heartbeats are sent and nobody is dismissed', async () => {
  const log = createMemoryLog((length) => randomBytes(length))
  await log.create({ id: 'a', sealIdentity: '', sealRecipient: '' })
  const authenticator = { activeAmong: () => Promise.reject(new Error('away')) }
  const [one, lost] = [connection('a', 'one'), connection('no such session', 'two')]
  await sendHeartbeats(new Set([one, lost]), { authenticator, log, ...seeing, clock: () => 1, logger })
  expect([one, lost].map(({ sent, dismissed }) => [sent.length, dismissed])).toEqual([
    [1, false],
    [0, true],
  ])
})

const never = () => new Promise<never>(() => {})

test('[HB-5] a section whose read hangs delays no other, and gets its heartbeat when it answers again', async () => {
  const log = createMemoryLog((length) => randomBytes(length))
  for (const id of ['a', 'b']) await log.create({ id, sealIdentity: '', sealRecipient: '' })
  let hangs = true
  const hanging = { state: (id: string) => (id === 'b' && hangs ? never() : log.state(id)) }
  const authenticator = { activeAmong: async () => new Set(['one', 'two']) }
  const [well, stuck, ended] = [connection('a', 'one'), connection('b', 'two'), connection('b', 'ended')]
  const all = new Set([stuck, ended, well])
  const services = { authenticator, log: hanging, ...seeing, clock: () => 1, logger }
  const beating = sendHeartbeats(all, services, 100)
  // At once, not after the hanging read has timed out.
  await expect.poll(() => well.sent.length, { timeout: 80, interval: 2 }).toBe(1)
  expect(stuck.sent).toHaveLength(0)
  await beating
  expect([stuck.sent.length, stuck.dismissed, ended.dismissed]).toEqual([0, false, true])
  hangs = false
  await sendHeartbeats(all, services, 100)
  expect([well.sent.length, stuck.sent.length]).toEqual([2, 1])
})

test('[HB-5] while the check of the logins hangs, heartbeats are sent and nobody is dismissed', async () => {
  const log = createMemoryLog((length) => randomBytes(length))
  await log.create({ id: 'a', sealIdentity: '', sealRecipient: '' })
  const one = connection('a', 'one')
  let now = 1
  const beating = sendHeartbeats(
    new Set([one]),
    { authenticator: { activeAmong: never }, log, ...seeing, clock: () => now, logger },
    30,
  )
  now = 2
  await beating
  expect([one.sent.length, one.dismissed]).toEqual([1, false])
  // The time of sending, not of starting.
  expect(one.sent[0]?.packet).toContain('"now":2')
})
