import { expect, test } from 'vitest'
import { applyEntry, type VisibleEntry } from '#domain/log/entry.ts'
import type { Role } from '#domain/session/actor.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import type { Prompt } from '#sounds/prompts.ts'
import { bidder, minute } from '#test/domain/sample-actors.ts'
import { openingOf, type Stage } from '#test/domain/session.ts'
import { createAnnouncer } from './announcer.ts'

const bids = [1, 2].map((n) => ({
  name: `投标人${n}`,
  figures: { price: '1.00', days: '1', manager: '赵一' },
}))

/** An announcer for the first bidder, or another role, `lateMs` after the decryption command of a log at `reached`. */
function stage(reached: Stage, lateMs: number, role: Role = 'bidder') {
  const viewer = { role, unitCode: role === 'bidder' ? bidder(1).unitCode : null, seesSupervisor: true }
  const session = openingOf(bids, reached)
  const entries = session.entries.map((entry): VisibleEntry => viewFor(viewer, entry))
  let state: SessionState = initial()
  let now = epochOf(session.state.decryption?.issuedAt ?? '') + lateMs
  const added: { prompt: Prompt; renew: (() => Prompt | null) | undefined }[] = []
  let cleared = 0
  const announcer = createAnnouncer({
    voice: {
      add(prompt, at, renew) {
        const fresh = now - at <= prompt.freshMs
        if (fresh) added.push({ prompt, renew })
        return fresh
      },
      clear: () => {
        cleared += 1
      },
    },
    state: () => state,
    role: () => role,
    now: () => now,
  })
  return {
    announcer,
    added,
    cleared: () => cleared,
    ids: () => added.map(({ prompt }) => prompt.id),
    read(joinedAt: number) {
      for (const entry of entries) applyEntry(state, entry)
      announcer.announce(entries, joinedAt)
    },
    change: (changes: Partial<SessionState>) => {
      state = { ...state, ...changes }
    },
    wait: (ms: number) => {
      now += ms
    },
  }
}

test('a listener who heard the command is not reminded of it', () => {
  const { announcer, read, ids } = stage('decrypting', 0)
  read(0)
  announcer.remind()
  expect(ids()).toContain('decryption-issued')
  expect(ids()).not.toContain('window:decryption')
})

test('a listener who joins late or returns is told once how much of the open window is left', () => {
  for (const joinedAt of [0, Number.POSITIVE_INFINITY]) {
    const { announcer, read, ids, added } = stage('decrypting', 2 * minute)
    read(joinedAt)
    announcer.remind()
    announcer.remind()
    expect(ids()).toEqual(['window:decryption'])
    expect(added[0]?.prompt).toMatchObject({
      urgent: true,
      text: { zh: '解密时间还剩28分钟，请尽快完成解密。' },
    })
  }
})

test('a missed extension is announced, one that was heard is not repeated', () => {
  const { announcer, read, ids, change } = stage('decrypting', 2 * minute)
  read(0)
  announcer.remind()
  const { decryption } = openingOf(bids, 'decrypting').state
  if (!decryption) throw new Error('no window')
  const later = isoTime(epochOf(decryption.deadline ?? '') + 10 * minute)
  change({ decryption: { ...decryption, deadline: later } as typeof decryption })
  announcer.remind()
  announcer.remind()
  expect(ids()).toEqual(['window:decryption', 'window:decryption'])
})

test('nobody is reminded of another role’s task, of a closed window, or while the lot is halted', () => {
  const watching = stage('decrypting', 2 * minute, 'supervisor')
  const over = stage('decrypted', 2 * minute)
  const halted = stage('decrypting', 2 * minute)
  for (const { announcer, read, ids, change } of [watching, over, halted]) {
    read(Number.POSITIVE_INFINITY)
    if (announcer === halted.announcer) change({ lot: 'paused' })
    announcer.remind()
    expect(ids()).toEqual([])
  }
})

test('a waiting warning is checked again before it is spoken', () => {
  const { announcer, read, added, change, wait } = stage('decrypting', 25 * minute)
  read(Number.POSITIVE_INFINITY)
  const { decryption } = openingOf(bids, 'decrypting').state
  if (!decryption?.deadline) throw new Error('no window')
  const { deadline } = decryption
  announcer.warn({ window: 'decryption', minutesLeft: 5, at: epochOf(deadline) - 5 * minute, deadline })
  const renew = added[0]?.renew
  expect(added[0]?.prompt.text.zh).toBe('解密时间还剩5分钟，请尽快完成解密。')
  wait(minute)
  expect(renew?.()?.text.zh).toBe('解密时间还剩4分钟，请尽快完成解密。')
  change({ lot: 'paused' })
  expect(renew?.()).toBeNull()
  change({ lot: 'open', decryption: { ...decryption, deadline: isoTime(epochOf(deadline) + minute) } })
  expect(renew?.()).toBeNull()
})

test('another log drops the waiting prompts and announces its open windows', () => {
  const { announcer, read, ids, cleared } = stage('decrypting', 2 * minute)
  read(0)
  announcer.remind()
  announcer.forget()
  announcer.remind()
  expect(cleared()).toBe(1)
  expect(ids()).toEqual(['window:decryption', 'window:decryption'])
})

test('[VOI-4] who joins in the middle of the reading hears the bid being read, once', () => {
  const late = stage('reading', 20 * minute, 'supervisor')
  late.read(Number.POSITIVE_INFINITY)
  late.announcer.remind()
  late.announcer.remind()
  expect(late.ids()).toEqual(['reading'])
  expect(late.added[0]?.prompt.text.zh).toMatch(/^投标人1，投标报价/)
  const present = stage('reading', 0, 'supervisor')
  present.read(0)
  const heard = present.ids().length
  present.announcer.remind()
  expect(present.ids()).toHaveLength(heard)
})
