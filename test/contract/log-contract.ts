import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyEntry, type Entry, firstBreak } from '#domain/log/entry.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { ok } from '#lib/result.ts'
import { createKeyPair, encryptLayers, type KeyPair } from '#seal/layers.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import type { AppendResult } from '#server/log/session-log-reader.ts'
import { bidderCode, figuresOf, ids, opener, platform, twoFiles } from '#test/domain/sample-actors.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { testCommandIds, testUsedIds } from './command-ids.ts'
import type { ContractNodes, LogStorage } from './log-nodes.ts'
import { allOf, before, give, must, opening, steps } from './log-steps.ts'

/** Tests of the promises of every session log (`src/server/log/session-log.ts`), run over one storage. */
export function describeSessionLog(name: string, storage: LogStorage): void {
  describe(name, () => {
    const nodes = openTwoNodes(storage)
    testSessions(nodes)
    testSecondEnvelope(nodes)
    testReading(nodes)
    testContents(nodes)
    testCommandIds(nodes)
    testUsedIds(nodes)
    testNodes(nodes)
    testStates(nodes)
  })
}

/** Two nodes on one storage, open while the tests of the surrounding `describe` run. */
function openTwoNodes({ open }: LogStorage): ContractNodes {
  let log: SessionLog
  let other: SessionLog
  beforeAll(async () => {
    log = await open()
    other = await open()
  })
  afterAll(async () => {
    await log.close()
    await other.close()
  })
  return {
    open,
    get log() {
      return log
    },
    get other() {
      return other
    },
    async createSession(...first) {
      const id = randomUUID()
      await log.create({ id, sealIdentity: `identity of ${id}`, sealRecipient: `recipient of ${id}` })
      for (const step of first) must(await give(log, id, step))
      return id
    },
  }
}

function testSecondEnvelope(nodes: ContractNodes): void {
  test.each([
    ['of its own', { sealIdentity: 'second identity', sealRecipient: 'second recipient' }],
    ['that is the first', null],
  ])('[BID-11] the key of the second envelope, %s, is not available before its call', async (_, second) => {
    const id = randomUUID()
    await nodes.log.create({ id, sealIdentity: 'identity', sealRecipient: 'recipient', second })
    expect(await nodes.other.sealRecipient(id, 1)).toBe('recipient')
    expect(await nodes.other.sealRecipient(id, 2)).toBe(second?.sealRecipient ?? 'recipient')
    const write = (...events: SessionEvent[]) =>
      nodes.log.append(id, {
        actor: platform,
        commandId: randomUUID(),
        content: null,
        at: 0,
        decide: () => ok(events),
      })
    await write(event('TenderPublished', { tender: tender(twoFiles) }), event('EnvelopeEnded', {}))
    expect(await nodes.other.sealIdentity(id, 1)).toBe('identity')
    expect(await nodes.other.sealIdentity(id, 2)).toBeNull()
    await write(event('SecondEnvelopeCalled', { personInfo: 'kept' }))
    expect(await nodes.other.sealIdentity(id, 1)).toBe('identity')
    expect(await nodes.other.sealIdentity(id, 2)).toBe(second?.sealIdentity ?? 'identity')
  })

  test('[BID-11] of a sealed file it is told for which envelope it is, before the second one’s call, too', async () => {
    const id = randomUUID()
    const [own, second, foreign] = [await createKeyPair(), await createKeyPair(), await createKeyPair()]
    const keysOf = ({ identity, recipient }: KeyPair) => ({
      sealIdentity: identity,
      sealRecipient: recipient,
    })
    await nodes.log.create({ id, ...keysOf(own), second: keysOf(second) })
    for (const [key, expected] of [
      [own, [true, false]],
      [second, [false, true]],
      [foreign, [false, false]],
    ] as const) {
      const head = await encryptLayers([new Uint8Array(10)], null, key.recipient)
      const told = [1, 2].map((envelope) => nodes.other.isSealedFor(id, envelope as 1 | 2, head))
      expect(await Promise.all(told)).toEqual(expected)
      expect(await nodes.other.isSealedFor(randomUUID(), 2, head)).toBe(false)
    }
    expect(await nodes.other.isSealedFor(id, 1, new Uint8Array(100))).toBe(false)
  })
}

function testSessions(nodes: ContractNodes): void {
  test('a new session is empty, and creating it again changes nothing', async () => {
    const id = await nodes.createSession()
    const [epoch, head] = [(await nodes.log.state(id))?.epoch, await nodes.log.head(id)]
    expect(head).toBe(0)
    expect(await nodes.log.read(id, 0, 10)).toEqual({ epoch, head: 0, entries: [] })
    expect(await nodes.log.create({ id, sealIdentity: 'another', sealRecipient: 'another' })).toEqual({
      epoch,
    })
    for (const envelope of [1, 2] as const) {
      expect(await nodes.other.sealRecipient(id, envelope)).toBe(`recipient of ${id}`)
    }
    expect(await nodes.other.sealIdentity(id, 1)).toBe(`identity of ${id}`)
  })

  test('an unknown session is answered with null', async () => {
    for (const id of [randomUUID(), 'no-uuid', '']) {
      expect(await nodes.log.state(id)).toBeNull()
      expect(await nodes.log.read(id, 0, 10)).toBeNull()
      expect(await nodes.log.head(id)).toBeNull()
      expect(await nodes.log.find(id, 'a', { commandId: 'b', content: null })).toBeNull()
      expect(await nodes.log.sealIdentity(id, 1)).toBeNull()
      expect(await give(nodes.log, id, steps.publish)).toMatchObject({ error: { code: 'not-published' } })
    }
  })

  test('a session is listed as running from its opening time or first step until its end', async () => {
    const waiting = await nodes.createSession(steps.publish)
    const running = await nodes.createSession(...opening.slice(0, -1))
    const ended = await nodes.createSession(...opening)
    const begun = await nodes.other.listRunning(openingTime)
    expect(begun).toContain(waiting)
    expect(begun).toContain(running)
    expect(begun).not.toContain(ended)
    const listed = await nodes.other.listRunning(openingTime - 1)
    expect(listed).toContain(running)
    expect(listed).not.toContain(waiting)
    expect(listed).not.toContain(ended)
  })
}

function testReading(nodes: ContractNodes): void {
  test('a whole opening gets dense numbers and an unbroken chain', async () => {
    const id = await nodes.createSession(...opening)
    const entries = await allOf(nodes.log, id)
    expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, i) => i + 1))
    expect(entries.length).toBeGreaterThan(opening.length)
    expect(firstBreak(id, entries)).toBeNull()
    expect(entries.at(-1)).toMatchObject({ type: 'OpeningEnded', actor: opener.id, role: 'opener' })
    expect((await nodes.log.state(id))?.unredactedState.status).toBe('opened')
  })

  test('an append returns its entries as they are read later', async () => {
    const id = await nodes.createSession(steps.publish, steps.enrol(1))
    const result = must(await give(nodes.log, id, steps.submit(1)))
    expect(result).toMatchObject({ repeated: false, firstSeq: 3, lastSeq: 3 })
    expect((await nodes.log.read(id, 2, 10))?.entries).toEqual(result.entries)
  })

  test('a node that starts later reads and folds the same', async () => {
    const id = await nodes.createSession(...opening)
    const later = await nodes.open()
    expect(await later.state(id)).toEqual(await nodes.log.state(id))
    expect(await later.read(id, 0, 1000)).toEqual(await nodes.log.read(id, 0, 1000))
    await later.close()
  })

  test('reading starts after any position and respects its limit', async () => {
    const id = await nodes.createSession(...opening)
    const all = await allOf(nodes.log, id)
    for (const [after, limit] of [
      [0, 1],
      [3, 4],
      [all.length - 1, 10],
      [all.length, 10],
      [all.length + 5, 10],
    ] as const) {
      expect((await nodes.other.read(id, after, limit))?.entries).toEqual(all.slice(after, after + limit))
    }
  })
}

function testContents(nodes: ContractNodes): void {
  test('private fields are read back whole', async () => {
    const id = await nodes.createSession(...opening.slice(0, 14))
    const later = await nodes.open()
    const entries = await allOf(later, id)
    const imported = entries.filter((entry) => entry.type === 'BidImported')
    expect(imported.map((entry) => entry.private.figures?.value)).toEqual([figuresOf(1), figuresOf(2)])
    expect((await later.state(id))?.unredactedState.personIds).toEqual(ids)
    expect(firstBreak(id, entries)).toBeNull()
    await later.close()
  })

  test('any text is stored unchanged', async () => {
    const id = await nodes.createSession(steps.publish)
    const texts = [
      'a\u0000b',
      '\ud800 alone',
      '"\\u0000',
      '{"a":[1,"}',
      '开标🎉',
      'a\u2028b',
      "';--",
      '{},NULL',
    ]
    for (const text of texts) must(await give(nodes.log, id, steps.post(text)))
    const later = await nodes.open()
    const entries = await allOf(later, id)
    expect(entries.slice(1).map((entry) => (entry.payload as { message: string }).message)).toEqual(texts)
    expect(firstBreak(id, entries)).toBeNull()
    await later.close()
  })

  test('a state that was handed out never changes', async () => {
    const id = await nodes.createSession()
    const handedOut: { state: SessionState; text: string }[] = []
    for (const step of opening) {
      must(await give(nodes.log, id, step))
      const state = (await nodes.log.state(id))?.unredactedState
      if (state) handedOut.push({ state, text: JSON.stringify(state) })
    }
    expect(handedOut).toHaveLength(opening.length)
    for (const { state, text } of handedOut) expect(JSON.stringify(state)).toBe(text)
  })
}

function testNodes(nodes: ContractNodes): void {
  test('concurrent commands on two nodes are decided one after another', async () => {
    const id = await nodes.createSession(steps.publish)
    // Each bidder twice, by different commands: one of the two must be refused.
    const given = Array.from({ length: 40 }, (_, i) =>
      give(i % 2 ? nodes.log : nodes.other, id, steps.enrol(i >> 1)),
    )
    const results = await Promise.all(given)
    expect(results.filter((result) => result.ok)).toHaveLength(20)
    expect(results.filter((result) => !result.ok && result.error.code === 'already-enrolled')).toHaveLength(
      20,
    )
    const entries = await allOf(nodes.other, id)
    expect(entries).toHaveLength(21)
    expect(firstBreak(id, entries)).toBeNull()
    expect(await nodes.log.state(id)).toEqual(await nodes.other.state(id))
  })

  test('a state with at least some entries has those that another node has just appended', async () => {
    const id = await nodes.createSession(steps.publish)
    expect((await nodes.other.stateAtLeast(id, 1))?.head).toBe(1)
    must(await give(nodes.log, id, steps.enrol(1)))
    expect(await nodes.other.stateAtLeast(id, 2)).toEqual(await nodes.log.state(id))
    expect(await nodes.log.stateAtLeast(id, 0)).toEqual(await nodes.log.state(id))
    expect(await nodes.other.stateAtLeast(randomUUID(), 0)).toBeNull()
  })

  test('a node decides on what another node has just appended', async () => {
    const id = await nodes.createSession(steps.publish, steps.enrol(1))
    expect((await nodes.other.state(id))?.head).toBe(2)
    for (const n of [2, 3, 4]) {
      must(await give(nodes.log, id, steps.enrol(n)))
      must(await give(nodes.other, id, steps.submit(n)))
      expect(
        (await nodes.log.state(id))?.unredactedState.bidders[bidderCode(n)]?.files.technical,
      ).toBeDefined()
    }
    must(await give(nodes.log, id, steps.enrol(5)))
    expect((await give(nodes.other, id, steps.enrol(5))).ok).toBe(false)
  })

  test('listeners on every node are told of an append once it can be read', async () => {
    const id = await nodes.createSession(steps.publish)
    await nodes.other.state(id)
    const heard: [string, number][] = []
    const stops = [nodes.log, nodes.other].map((node, i) =>
      node.onAppended((sessionId, seq) => {
        if (sessionId !== id) return
        void node.read(id, 0, 100).then((page) => {
          if (page && page.entries.length >= seq) heard.push([`node ${i}`, seq])
        })
      }),
    )
    must(await give(nodes.log, id, steps.enrol(1)))
    const expected = [
      ['node 0', 2],
      ['node 1', 2],
    ]
    await expect.poll(() => heard.toSorted(), { timeout: 5000 }).toEqual(expect.arrayContaining(expected))
    for (const stop of stops) stop()
    const count = heard.length
    must(await give(nodes.log, id, steps.enrol(2)))
    await nodes.other.state(id)
    expect(heard).toHaveLength(count)
  })
}

function testStates(nodes: ContractNodes): void {
  test('a decision that throws, or a malformed command id, affects no other command', async () => {
    const id = await nodes.createSession(steps.publish)
    const broken = nodes.log.append(id, {
      actor: platform,
      commandId: 'broken',
      content: null,
      at: before,
      decide: () => {
        throw new Error('a bug')
      },
    })
    const [thrown, malformed, good] = await Promise.allSettled([
      broken,
      give(nodes.log, id, steps.enrol(2), 'a\u0000b'),
      give(nodes.log, id, steps.enrol(1)),
    ])
    expect(thrown).toMatchObject({ status: 'rejected', reason: { message: 'a bug' } })
    expect(malformed).toMatchObject({ status: 'rejected' })
    expect(good).toMatchObject({ status: 'fulfilled', value: { ok: true } })
    expect(await nodes.log.head(id)).toBe(2)
  })

  test('for any commands in any order, the state is the fold of the entries', async () => {
    const anyStep = fc.constantFrom(...opening)
    const anySteps = fc.array(fc.tuple(anyStep, fc.boolean(), fc.boolean()), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(anySteps, async (asked) => {
        const id = await nodes.createSession(...opening.slice(0, asked.length % 12))
        const given: Promise<AppendResult>[] = []
        for (const [step, elsewhere, wait] of asked) {
          const result = give(elsewhere ? nodes.other : nodes.log, id, step)
          given.push(result)
          if (wait) await result
        }
        const appended = (await Promise.all(given)).flatMap((result) => (result.ok ? [result.value] : []))
        const later = await nodes.open()
        for (const node of [nodes.log, nodes.other, later]) {
          const entries = await allOf(node, id)
          const known = await node.state(id)
          expect(known?.unredactedState).toEqual(foldOf(entries))
          expect(known?.head).toBe(entries.length)
          expect(firstBreak(id, entries)).toBeNull()
          for (const { firstSeq, lastSeq, entries: own } of appended) {
            expect(own).toEqual(entries.slice(firstSeq - 1, lastSeq))
          }
        }
        await later.close()
      }),
      { numRuns: 25, seed: 20_260_302 },
    )
  })
}

function foldOf(entries: readonly Entry[]): SessionState {
  const state = initial()
  for (const entry of entries) applyEntry(state, entry)
  return state
}
