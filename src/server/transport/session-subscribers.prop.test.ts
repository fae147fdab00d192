import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { openingOf, sessionId } from '#test/domain/session.ts'
import { figuresOf } from '#test/domain/world.ts'
import { createSessionSubscribers, type Subscriber } from './session-subscribers.ts'

const { entries, state } = openingOf([1, 2, 3].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) })))
const viewer = { role: 'opener', unitCode: null, seesSupervisor: true } as const

/** What happens to a session; `n` chooses whom, how far, or how many turns later. */
const happening = fc.record({
  kind: fc.constantFrom('append', 'untold', 'join', 'leave', 'jam', 'clear', 'look'),
  n: fc.nat(20),
})
const story = fc.record({
  happenings: fc.array(happening, { maxLength: 80 }),
  /** Of one read after the other: how many turns it takes, and whether it fails. */
  reads: fc.array(fc.record({ turns: fc.nat(5), fails: fc.constantFrom(false, false, false, true) }), {
    minLength: 1,
  }),
  batchLength: fc.integer({ min: 1, max: 5 }),
  snapshotBeyond: fc.constantFrom(6, 1000),
})

test.prop([story], { seed: 1, numRuns: 400 })(
  '[SUB-1] [SLW-1] whatever is appended, read late, jammed or left, each subscriber gets everything after their position, once',
  async ({ happenings, reads, batchLength, snapshotBeyond }) => {
    let head = 3
    let asked = 0
    async function reading<T>(answer: () => T): Promise<T> {
      const { turns, fails } = reads[asked++ % reads.length] ?? { turns: 0, fails: false }
      const before = answer()
      await turn(turns)
      if (fails) throw new Error('the database is away')
      return before
    }
    const log = {
      read: (_: string, after: number, limit: number) =>
        reading(() => ({ epoch: 'e', head, entries: entries.slice(after, Math.min(head, after + limit)) })),
      state: () =>
        reading(() => ({ epoch: 'e', head, hash: entries[head - 1]?.hash ?? '', unredactedState: state })),
    }
    const limits = { batchLength, snapshotBeyond, stallMilliseconds: 1e9 }
    const session = createSessionSubscribers(log, sessionId, limits, () => {})
    const lines = [line(0)]

    function line(from: number) {
      const line = { position: from, jammed: false, left: false, wake: () => {}, wrong: [] as string[] }
      const writer = {
        send({ packet }: { packet: string }) {
          const [kind, body] = JSON.parse(packet.slice(1))
          const [first, last] = kind === 'snapshot' ? [line.position + 1, body.seq] : [body.from, body.to]
          if (line.left || first !== line.position + 1 || last < first)
            line.wrong.push(`${kind} ${first}…${last}`)
          line.position = last
        },
        isDrained: () => !line.jammed,
        onceDrained: (wake: () => void) => {
          line.wake = wake
        },
        queued: () => 1,
        terminate: () => {},
      }
      const subscriber: Subscriber = session.add(viewer, writer, from, head)
      return Object.assign(line, {
        subscriber,
        clear: () => {
          line.jammed = false
          line.wake()
        },
      })
    }

    for (const { kind, n } of happenings) {
      const chosen = lines[n % lines.length]
      if (kind === 'join') lines.push(line(n % head))
      if (kind === 'look') session.refresh()
      if (kind === 'jam' && chosen) chosen.jammed = true
      if (kind === 'clear') chosen?.clear()
      if (kind === 'leave' && chosen) {
        session.remove(chosen.subscriber)
        chosen.left = true
      }
      if (kind === 'append' || kind === 'untold') head = Math.min(entries.length, head + 1 + (n % 4))
      if (kind === 'append') {
        session.advance(head)
        void session.deliver()
      }
      await turn(n % 4)
    }
    for (let i = 0; i < 60; i += 1) {
      for (const { clear } of lines) clear()
      // While every read fails nobody gets anything.
      reads[i % reads.length] = { turns: 0, fails: false }
      session.refresh()
      await turn(3)
    }
    for (const { left, position, wrong } of lines) {
      expect(wrong).toEqual([])
      if (!left) expect(position).toBe(head)
    }
  },
  60_000,
)

async function turn(times: number): Promise<void> {
  for (let i = 0; i <= times; i += 1) await new Promise((resolve) => setImmediate(resolve))
}
