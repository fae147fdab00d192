import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMemoryLog } from '../log/memory-log.ts'
import type { Encoded } from './frames.ts'
import { beat } from './heart.ts'
import type { Outlet } from './outlet.ts'

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
  await beat(new Set(all), { doorkeeper, log, clock: () => 1234 })

  expect(asked).toEqual([['one', 'two', 'two', 'ended', 'three']])
  expect(JSON.parse(one.sent[0]?.packet.slice(1) ?? '')).toEqual(['hb', { epoch, head: 0, now: 1234 }])
  expect(two.sent[0]).toBe(one.sent[0])
  expect(all.map(({ sent }) => sent.length)).toEqual([1, 1, 0, 0, 0])
  expect(all.map(({ dismissed }) => dismissed)).toEqual([false, false, false, true, true])
})
