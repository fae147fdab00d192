import { randomBytes, randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longestJoining } from '#domain/draw/phase-lengths.ts'
import { recordHash } from '#domain/ending/record.ts'
import { type Actor, systemActor } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, documentHash, minute, opener, platform, submission } from '#test/domain/sample-actors.ts'
import { declaration, drawId } from '#test/draw/draw-commands.ts'
import { freezeRecord } from '#test/support/freeze-record.ts'
import { noCertificates } from '#test/support/no-certificates.ts'
import { openingTime, rules, tender } from '#test/support/sample-tender.ts'
import type { FileStore } from '../files/file-store.ts'
import { createMemoryLog } from '../log/memory-log.ts'
import type { SessionLog } from '../log/session-log.ts'
import { createAuthority } from './authority.ts'

const sessionId = randomUUID()
const logger = pino({ level: 'silent' })
const files: FileStore = {
  put: () => Promise.reject(new Error('no files here')),
  take: () => Promise.reject(new Error('no files here')),
  read: async () => null,
  locate: async () => null,
  stream: async () => null,
  inspectStored: async () => null,
  remove: async () => {},
  storedBefore: async () => [],
  discardUnfinished: async () => {},
}
const preparation = {
  files,
  rules,
  ...noCertificates,
  sealIdentity: async () => null,
  attachments: { claim: async () => null },
  sectionState: async () => null,
  freezeRecord,
}

let log: SessionLog

async function happen(...events: SessionEvent[]): Promise<void> {
  const request = {
    actor: platform,
    commandId: randomUUID(),
    content: null,
    at: Date.now(),
    decide: () => ok(events),
  }
  await log.append(sessionId, request)
}

beforeEach(async () => {
  vi.useFakeTimers()
  log = createMemoryLog(randomBytes)
  await log.create({ id: sessionId, sealIdentity: 'identity', sealRecipient: 'recipient' })
  await happen(event('TenderPublished', { tender: tender() }))
})
afterEach(() => {
  vi.useRealTimers()
})

function decryption(milliseconds: number): SessionEvent {
  return event('DecryptionStarted', { limitMinutes: 1, deadline: isoTime(Date.now() + milliseconds) })
}

test('an unreadable section does not delay the start, and gets its clock once it can be read', async () => {
  const other = randomUUID()
  await happen(decryption(60_000))
  let isReadable = false
  const damaged: SessionLog = {
    ...log,
    listRunning: async () => [other, sessionId],
    state: (id) => (id === sessionId && isReadable ? log.state(id) : Promise.reject(new Error('unreadable'))),
  }
  const authority = createAuthority(damaged, preparation, Date.now, logger)
  await authority.start()
  await vi.advanceTimersByTimeAsync(30_000)
  isReadable = true
  await vi.advanceTimersByTimeAsync(35_000)
  expect((await log.state(sessionId))?.unredactedState.decryption?.closed).toBe(true)
  authority.stop()
})

test('timers are set again without the database, and a section gets its own once it can be read', async () => {
  await happen(decryption(60_000))
  let isReadable = true
  const away: SessionLog = {
    ...log,
    listRunning: async () => [sessionId],
    state: (id) => (isReadable ? log.state(id) : Promise.reject(new Error('Connection terminated'))),
  }
  const authority = createAuthority(away, preparation, Date.now, logger)
  await authority.start()
  isReadable = false
  await authority.setTimers()
  await vi.advanceTimersByTimeAsync(30_000)
  isReadable = true
  await vi.advanceTimersByTimeAsync(35_000)
  expect((await log.state(sessionId))?.unredactedState.decryption?.closed).toBe(true)
  authority.stop()
})

test('a damaged section is read at growing intervals, and each of its errors is logged once', async () => {
  await happen(decryption(3_600_000))
  let damage = new Error('unreadable')
  let reads = 0
  const damaged: SessionLog = {
    ...log,
    state() {
      reads += 1
      return Promise.reject(damage)
    },
  }
  const logged = vi.spyOn(logger, 'error')
  const messages = () => logged.mock.calls.map(([said]) => (said as { err: Error }).err.message)
  const authority = createAuthority(damaged, preparation, Date.now, logger)
  await authority.start()
  // After 1, 2, 4, 8, 16 and 32 seconds, and then every minute.
  await vi.advanceTimersByTimeAsync(64_000)
  expect(reads).toBe(7)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(reads).toBe(17)
  expect(messages()).toEqual(['unreadable'])
  damage = new Error('Connection terminated')
  await vi.advanceTimersByTimeAsync(60_000)
  const before = reads
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads - before).toBe(10)
  expect(messages()).toEqual(['unreadable', 'Connection terminated'])
  authority.stop()
  logged.mockRestore()
})

test('[END-6] the time to sign begins once the record is made', async () => {
  await happen(...histories.confirmed().slice(1))
  const slow: typeof freezeRecord = async () => {
    vi.setSystemTime(Date.now() + 7000)
    const known = await log.state(sessionId)
    if (!known) throw new Error('a section expected')
    const stored = { documentId: randomUUID(), basis: known.head, sha256: documentHash(1), size: 9 }
    return ok({ recordHash: recordHash(known.unredactedState), ...stored })
  }
  const authority = createAuthority(log, { ...preparation, freezeRecord: slow }, Date.now, logger)
  const made = Date.now() + 7000
  const command = { type: 'StartSigning', payload: { limitMinutes: 15 } } as const
  const request = { sessionId, actor: opener, commandId: randomUUID(), address: '' }
  expect(await authority.submit(request, command)).toMatchObject({ ok: true })
  expect((await log.state(sessionId))?.unredactedState.signing?.deadline).toBe(isoTime(made + 15 * minute))
  authority.stop()
})

test('an append of the clock that keeps failing is tried at growing intervals', async () => {
  let tries = 0
  const full: SessionLog = {
    ...log,
    append(id, request) {
      if (request.actor.id !== systemActor.id) return log.append(id, request)
      tries += 1
      return Promise.reject(new Error('no space left'))
    },
  }
  const logged = vi.spyOn(logger, 'error')
  const authority = createAuthority(full, preparation, Date.now, logger)
  await happen(decryption(1000))
  await authority.start()
  await vi.advanceTimersByTimeAsync(2000 + 64_000)
  expect(tries).toBe(7)
  expect(logged).toHaveBeenCalledOnce()
  authority.stop()
  logged.mockRestore()
})

test('sections that hang delay the start by seconds only, and get their clock when they answer', async () => {
  const ids = [...Array.from({ length: 4 }, () => randomUUID()), sessionId]
  await happen(decryption(60_000))
  let isHanging = true
  const hanging: SessionLog = {
    ...log,
    listRunning: async () => ids,
    state: (id) => (isHanging || id !== sessionId ? new Promise(() => {}) : log.state(id)),
  }
  const authority = createAuthority(hanging, preparation, Date.now, logger)
  const started = vi.fn()
  void authority.start().then(started)
  await vi.advanceTimersByTimeAsync(5900)
  isHanging = false
  await vi.advanceTimersByTimeAsync(200)
  expect(started).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await log.state(sessionId))?.unredactedState.decryption?.closed).toBe(true)
  authority.stop()
})

test('a window is closed although the storage fails at its deadline', async () => {
  let failures = 2
  const failing: SessionLog = {
    ...log,
    append(id, request) {
      if (request.actor.id !== systemActor.id || failures === 0) return log.append(id, request)
      failures -= 1
      return Promise.reject(new Error('Connection terminated'))
    },
  }
  const authority = createAuthority(failing, preparation, Date.now, logger)
  await authority.start()
  await happen(decryption(60_000))
  await vi.advanceTimersByTimeAsync(59_000)
  expect((await log.state(sessionId))?.unredactedState.decryption?.closed).toBe(false)
  await vi.advanceTimersByTimeAsync(5000)
  expect((await log.state(sessionId))?.unredactedState.decryption?.closed).toBe(true)
  expect(failures).toBe(0)
  authority.stop()
})

test('a window closes a second after its deadline, so that other nodes can append what arrived in time', async () => {
  const authority = createAuthority(log, preparation, Date.now, logger)
  await authority.start()
  await happen(decryption(60_000))
  const closed = async () => (await log.state(sessionId))?.unredactedState.decryption?.closed
  await vi.advanceTimersByTimeAsync(60_900)
  expect(await closed()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await closed()).toBe(true)
  authority.stop()
})

test('a draw in progress when the server stops continues when it starts again', async () => {
  vi.setSystemTime(openingTime + minute)
  const first = createAuthority(log, preparation, Date.now, logger)
  await first.start()
  const declared = await first.decide(
    { sessionId, actor: opener, commandId: randomUUID(), address: '' },
    declaration(),
  )
  expect(declared.ok).toBe(true)
  first.stop()
  const phase = async () => (await log.state(sessionId))?.unredactedState.draws[drawId]?.phase
  await vi.advanceTimersByTimeAsync(longestJoining + 5000)
  expect(await phase()).toBe('joining')
  const second = createAuthority(log, preparation, Date.now, logger)
  await second.start()
  await vi.advanceTimersByTimeAsync(10)
  expect(await phase()).toBe('void')
  second.stop()
})

test('a session has one timer after a burst of entries, and none once stopped', async () => {
  const authority = createAuthority(log, preparation, Date.now, logger)
  await authority.start()
  await happen(decryption(60_000))
  await Promise.all(Array.from({ length: 20 }, (_, n) => happen(event('MessagePosted', { message: `${n}` }))))
  await vi.advanceTimersByTimeAsync(10)
  expect(vi.getTimerCount()).toBe(1)
  authority.stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a command sent again while it is in progress is prepared once and gets the same answer', async () => {
  let prepared = 0
  const counting: SessionLog = {
    ...log,
    find(...command) {
      prepared += 1
      return log.find(...command)
    },
  }
  const authority = createAuthority(counting, preparation, Date.now, logger)
  const asked = { sessionId, actor: opener, commandId: randomUUID(), address: '' }
  const command = { type: 'PostMessage', payload: { message: '请稍候' } } as const
  const [first, second] = await Promise.all([
    authority.submit(asked, command),
    authority.submit(asked, command),
  ])
  expect(first).toEqual(second)
  expect(prepared).toBe(1)
  expect(await log.head(sessionId)).toBe(2)
})

test('[CMD-3] [CMD-4] another command under an id in use, or used, is refused; a retry gets its first answer', async () => {
  const authority = createAuthority(log, preparation, Date.now, logger)
  const asked = { sessionId, actor: opener, commandId: randomUUID(), address: '' }
  const say = (message: string) => authority.submit(asked, { type: 'PostMessage', payload: { message } })
  const [first, meanwhile] = await Promise.all([say('一'), say('二')])
  expect(meanwhile).toMatchObject({ ok: false, error: { code: 'command-id-used' } })
  expect(await say('二')).toMatchObject({ ok: false, error: { code: 'command-id-used' } })
  expect(await say('一')).toEqual(first)
  expect(await log.head(sessionId)).toBe(2)
})

test('texts lose the characters that are not seen before they enter the log', async () => {
  const authority = createAuthority(log, preparation, Date.now, logger)
  const asked = { sessionId, actor: opener, commandId: randomUUID(), address: '' }
  const payload = { message: '请\u202E稍\u200B候\u0007\n谢谢' }
  const done = await authority.submit(asked, { type: 'PostMessage', payload })
  expect(done.ok && done.value.entries[0]?.payload).toMatchObject({ message: '请稍候\n谢谢' })
})

test('so do the texts of commands that do not come from the wire', async () => {
  const authority = createAuthority(log, preparation, Date.now, logger)
  const asked = { sessionId, actor: platform, commandId: randomUUID(), address: '' }
  const payload = { lot: 'stopped', reason: '停\u202E电\u200B' } as const
  const done = await authority.decide(asked, { type: 'ChangeLotStatus', payload })
  expect(done.ok && done.value.entries[0]?.payload).toMatchObject({ reason: '停电' })
})

test('an outsider gets the same answer for a section of others and for none', async () => {
  const authority = createAuthority(log, preparation, Date.now, logger)
  for (const actor of [bidder(1), { ...opener, unitCode: 'another' }]) {
    const enter = (id: string) =>
      authority.submit(
        { sessionId: id, actor, commandId: randomUUID(), address: '' },
        { type: 'EnterSession', payload: {} },
      )
    expect(await enter(randomUUID())).toEqual(await enter(sessionId))
  }
})

test('an objection gets an id of its own, and keeps it when its command is sent again', async () => {
  await happen(histories.enrolment(1))
  const authority = createAuthority(log, preparation, Date.now, logger)
  const raise = (commandId: string) =>
    authority.submit(
      { sessionId, actor: bidder(1), commandId, address: '' },
      { type: 'RaiseObjection', payload: { content: '评标办法不明' } },
    )
  const [one, two] = [randomUUID(), randomUUID()]
  expect(await raise(one)).toEqual(await raise(one))
  await raise(two)
  const state = (await log.state(sessionId))?.unredactedState
  expect(new Set(state?.objectionOrder).size).toBe(2)
})

test('a double envelope ends twice, with the platform’s call in between', async () => {
  const history = histories.doubled(histories.signingConfirmed())
  expect(stateAfter(history).tender?.envelopes).toBe(2)
  await happen(...history)
  const authority = createAuthority(log, preparation, Date.now, logger)
  const ask = async (actor: Actor, type: 'EndOpening' | 'CallSecondEnvelope') => {
    const done = await authority.submit(
      { sessionId, actor, commandId: randomUUID(), address: '' },
      { type, payload: {} },
    )
    return done.ok ? done.value.entries.map((entry) => entry.type) : done.error.code
  }
  expect(await ask(platform, 'CallSecondEnvelope')).toBe('wrong-status')
  expect(await ask(opener, 'EndOpening')).toEqual(['EnvelopeEnded'])
  expect(await ask(opener, 'EndOpening')).toBe('envelope-ended')
  expect(await ask(platform, 'CallSecondEnvelope')).toEqual(['SecondEnvelopeCalled'])
  expect(await ask(opener, 'EndOpening')).toEqual(['OpeningEnded'])
})

test('[DEC-9] commands that come after a deadline do not keep its window open', async () => {
  const slow: SessionLog = {
    ...log,
    async find(...asked) {
      await new Promise((resolve) => setTimeout(resolve, 120))
      return log.find(...asked)
    },
  }
  const authority = createAuthority(slow, preparation, Date.now, logger)
  await authority.start()
  await happen(decryption(60_000))
  await vi.advanceTimersByTimeAsync(60_001)
  for (let i = 0; i < 20; i += 1) {
    const request = { sessionId, actor: bidder(1), commandId: randomUUID(), address: '' }
    void authority.submit(request, { type: 'EnterSession', payload: {} })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect((await log.state(sessionId))?.unredactedState.decryption?.closed).toBe(true)
  authority.stop()
})

test('[BID-3] a bid that came in time is taken however long it waits for its turn', async () => {
  await happen(...histories.enrolled().slice(1))
  const authority = createAuthority(log, preparation, Date.now, logger)
  vi.setSystemTime(openingTime - 1000)
  const arrived = authority.arrival()
  await vi.advanceTimersByTimeAsync(3000)
  const submit = (n: number, came?: typeof arrived) => {
    const request = { sessionId, actor: bidder(n), commandId: randomUUID(), address: '' }
    const command = { type: 'SubmitBid', payload: submission(n) } as const
    return authority.decide(request, command, command, came)
  }
  expect(await submit(1, arrived)).toMatchObject({ ok: true })
  expect(await submit(2)).toMatchObject({ ok: false, error: { code: 'submission-closed' } })
  authority.stop()
})
