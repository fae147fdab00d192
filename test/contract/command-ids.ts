import { expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import { bidder, platform } from '#test/domain/sample-actors.ts'
import type { ContractNodes } from './log-nodes.ts'
import { contentOf, give, must, steps } from './log-steps.ts'

/** Tests that a command has one result, however often it is sent. */
export function testCommandIds(nodes: ContractNodes): void {
  test('[CMD-3] a retried command gets its first result and appends nothing', async () => {
    const id = await nodes.createSession(steps.publish)
    const first = must(await give(nodes.log, id, steps.enrol(1), 'same'))
    await give(nodes.log, id, steps.enrol(2))
    // Deciding it again would refuse it: already enrolled.
    for (const node of [nodes.log, nodes.other]) {
      expect(must(await give(node, id, steps.enrol(1), 'same'))).toEqual({ ...first, repeated: true })
      expect(
        await node.find(id, platform.id, { commandId: 'same', content: contentOf(steps.enrol(1)) }),
      ).toEqual(ok({ ...first, repeated: true }))
    }
    expect(await nodes.log.head(id)).toBe(3)
    expect(await nodes.log.find(id, platform.id, { commandId: 'never given', content: null })).toBeNull()
  })

  test('command ids of different actors are independent', async () => {
    const id = await nodes.createSession(steps.publish, steps.enrol(1), steps.enrol(2))
    must(await give(nodes.log, id, steps.submit(1), 'same'))
    expect(must(await give(nodes.log, id, steps.submit(2), 'same')).repeated).toBe(false)
    expect(await nodes.log.head(id)).toBe(5)
  })

  test('[CMD-3] one command given concurrently on two nodes is executed once', async () => {
    const id = await nodes.createSession(steps.publish, steps.enrol(1))
    const given = Array.from({ length: 20 }, (_, i) =>
      give(i % 2 ? nodes.log : nodes.other, id, steps.post('同一句'), 'same'),
    )
    const results = (await Promise.all(given)).map(must)
    expect(results.filter((result) => !result.repeated)).toHaveLength(1)
    expect(new Set(results.map((result) => result.lastSeq))).toEqual(new Set([3]))
    expect(await nodes.other.head(id)).toBe(3)
  })

  test('a command without events gets the head, and the same one on a retry', async () => {
    const id = await nodes.createSession(steps.publish, steps.enrol(1), steps.enter(bidder(1)))
    const again = must(await give(nodes.log, id, steps.enter(bidder(1)), 'again'))
    expect(again).toMatchObject({ repeated: false, lastSeq: 3, entries: [] })
    must(await give(nodes.log, id, steps.enrol(2)))
    expect(must(await give(nodes.other, id, steps.enter(bidder(1)), 'again'))).toEqual({
      ...again,
      repeated: true,
    })
    expect(await nodes.log.head(id)).toBe(4)
  })

  test('a command without events on a lagging node does not move the head back', async () => {
    const id = await nodes.createSession(steps.publish, steps.enrol(1), steps.enter(bidder(1)))
    expect(await nodes.other.head(id)).toBe(3)
    must(await give(nodes.log, id, steps.enrol(2)))
    expect(must(await give(nodes.other, id, steps.enter(bidder(1)))).lastSeq).toBe(4)
    must(await give(nodes.log, id, steps.enrol(3)))
    expect(await nodes.other.head(id)).toBe(5)
  })

  test('a refused command leaves no trace and may be retried', async () => {
    const id = await nodes.createSession(steps.publish)
    const refused = await give(nodes.log, id, steps.submit(1), 'mine')
    expect(refused).toEqual({ ok: false, error: { code: 'not-enrolled', params: {} } })
    expect(await nodes.log.head(id)).toBe(1)
    expect(await nodes.log.find(id, bidder(1).id, { commandId: 'mine', content: null })).toBeNull()
    await give(nodes.log, id, steps.enrol(1))
    expect(must(await give(nodes.log, id, steps.submit(1), 'mine')).repeated).toBe(false)
  })
}

/** Tests that an id stands for one command. */
export function testUsedIds(nodes: ContractNodes): void {
  test('[CMD-4] another command under a used id is refused on every node, and after a restart', async () => {
    const id = await nodes.createSession(steps.publish, steps.enrol(1))
    must(await give(nodes.log, id, steps.enter(bidder(1)), 'same'))
    expect(must(await give(nodes.log, id, steps.enter(bidder(1)), 'without entries')).entries).toEqual([])
    const later = await nodes.open()
    const used = { ok: false, error: { code: 'command-id-used', params: {} } }
    const other = steps.submit(1)
    for (const node of [nodes.log, nodes.other, later]) {
      for (const commandId of ['same', 'without entries']) {
        expect(await give(node, id, other, commandId)).toEqual(used)
        expect(await node.find(id, bidder(1).id, { commandId, content: contentOf(other) })).toEqual(used)
      }
    }
    expect(await nodes.log.head(id)).toBe(3)
    await later.close()
  })

  test('[CMD-4] of two commands given at once under one id, one is executed and the other refused', async () => {
    const id = await nodes.createSession(steps.publish)
    const texts = Array.from({ length: 20 }, (_, i) => (i % 4 < 2 ? '一' : '二'))
    const given = texts.map((text, i) => give(i % 2 ? nodes.log : nodes.other, id, steps.post(text), 'same'))
    const results = await Promise.all(given)
    const done = texts.filter((_, i) => results[i]?.ok)
    expect(new Set(done).size).toBe(1)
    expect(done).toHaveLength(10)
    for (const result of results.filter(({ ok }) => !ok))
      expect(result).toMatchObject({ error: { code: 'command-id-used' } })
    expect(await nodes.other.head(id)).toBe(2)
  })
}
