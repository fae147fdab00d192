import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMemoryLog } from '../log/memory-log.ts'
import type { Encoded } from './frames.ts'
import { beat } from './heart.ts'
import type { Outlet } from './outlet.ts'

const logger = { error: () => undefined }

function connection(sessionId: string, loginId: string, isClear = true) {
  const sent: Encoded[] = []
  const self = {
    sessionId,
    loginId,
    sent,
    dismissed: false,
    outlet: { send: (message) => void sent.push(message), isClear: () => isClear } as Outlet,
    dismiss: () => {
      self.dismissed = true
    },
  }
  return self
}

test('[HB-1] one question for all logins, one text for all of a session; who does not stand is dismissed', async () => {
  const log = createMemoryLog((length) => randomBytes(length))
  const { epoch } = await log.create({ id: 'a', sealIdentity: '', sealRecipient: '' })
  const asked: (readonly string[])[] = []
  const doorkeeper = {
    async standing(ids: readonly string[]) {
      asked.push(ids)
      return new Set(['one', 'two', 'three'])
    },
  }
  const one = connection('a', 'one')
  const two = connection('a', 'two')
  const jammed = connection('a', 'two', false)
  const ended = connection('a', 'ended')
  const lost = connection('no such session', 'three')
  const all = [one, two, jammed, ended, lost]
  await beat(new Set(all), { doorkeeper, log, clock: () => 1234, logger })

  expect(asked).toEqual([['one', 'two', 'two', 'ended', 'three']])
  expect(JSON.parse(one.sent[0]?.packet.slice(1) ?? '')).toEqual(['hb', { epoch, head: 0, now: 1234 }])
  expect(two.sent[0]).toBe(one.sent[0])
  expect(all.map(({ sent }) => sent.length)).toEqual([1, 1, 0, 0, 0])
  expect(all.map(({ dismissed }) => dismissed)).toEqual([false, false, false, true, true])
})

test('[HB-5] a section that cannot be read goes without, and the others have their heartbeat', async () => {
  const log = createMemoryLog((length) => randomBytes(length))
  await log.create({ id: 'a', sealIdentity: '', sealRecipient: '' })
  const failing = {
    state: (id: string) => (id === 'b' ? Promise.reject(new Error('unreadable')) : log.state(id)),
  }
  const doorkeeper = { standing: async (ids: readonly string[]) => new Set(ids) }
  const [well, unwell] = [connection('a', 'one'), connection('b', 'two')]
  await beat(new Set([unwell, well]), { doorkeeper, log: failing, clock: () => 1, logger })
  expect([well, unwell].map(({ sent, dismissed }) => [sent.length, dismissed])).toEqual([
    [1, false],
    [0, false],
  ])
})

test('[HB-5] where the logins cannot be checked, nobody is dismissed for it, and the heartbeat goes out', async () => {
  const log = createMemoryLog((length) => randomBytes(length))
  await log.create({ id: 'a', sealIdentity: '', sealRecipient: '' })
  const doorkeeper = { standing: () => Promise.reject(new Error('away')) }
  const [one, lost] = [connection('a', 'one'), connection('no such session', 'two')]
  await beat(new Set([one, lost]), { doorkeeper, log, clock: () => 1, logger })
  expect([one, lost].map(({ sent, dismissed }) => [sent.length, dismissed])).toEqual([
    [1, false],
    [0, true],
  ])
})
