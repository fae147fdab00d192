import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf, sessionId } from '#test/domain/session.ts'
import { createSessionSubscribers } from './session-subscribers.ts'
import type { SocketWriter } from './socket-writer.ts'

const { entries, state } = openingOf([1, 2, 3].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) })))
const viewer = { role: 'opener', unitCode: null, seesSupervisor: true } as const

/** One step; `n` chooses the subscriber, the number of entries, or how many turns later the next step comes. */
const step = fc.record({
  kind: fc.constantFrom('append', 'append-unnoticed', 'join', 'leave', 'block', 'drain', 'refresh'),
  n: fc.nat(20),
})
const scenario = fc.record({
  steps: fc.array(step, { maxLength: 80 }),
  /** For each read in turn: how many turns of the event loop it takes, and whether it fails. */
  reads: fc.array(fc.record({ turns: fc.nat(5), fails: fc.constantFrom(false, false, false, true) }), {
    minLength: 1,
  }),
  batchLength: fc.integer({ min: 1, max: 5 }),
  snapshotBeyond: fc.constantFrom(6, 1000),
  snapshotMilliseconds: fc.constantFrom(0, 1e9),
})

test(
  '[SUB-1] [SLW-1] each subscriber gets every entry after their position once, whatever is appended, blocked or fails',
  () =>
    fc.assert(
      fc.asyncProperty(scenario, async ({ steps, reads, ...sending }) => {
        const log = flakyLog(reads)
        const limits = { ...sending, stallMilliseconds: 1e9 }
        const session = createSessionSubscribers(
          { log, questions: { any: () => false } },
          sessionId,
          limits,
          () => {},
        )
        const connect = (position: number) => {
          const connection = createConnection(position)
          return { ...connection, subscriber: session.add(viewer, connection.writer, position, log.head()) }
        }
        const connections = [connect(0)]

        for (const { kind, n } of steps) {
          const chosen = connections[n % connections.length]
          if (kind === 'join') connections.push(connect(n % log.head()))
          if (kind === 'refresh') session.refresh()
          if (kind === 'block' && chosen) chosen.state.blocked = true
          if (kind === 'drain') chosen?.drain()
          if (kind === 'leave' && chosen) {
            session.remove(chosen.subscriber)
            chosen.state.left = true
          }
          if (kind === 'append' || kind === 'append-unnoticed') log.append(1 + (n % 4))
          if (kind === 'append') {
            session.advance(log.head())
            void session.deliver()
          }
          await turn(n % 4)
        }
        for (let i = 0; i < 60; i += 1) {
          for (const { drain } of connections) drain()
          // Let one more read succeed each turn: if all failed, nobody would ever get anything.
          reads[i % reads.length] = { turns: 0, fails: false }
          session.refresh()
          await turn(3)
        }
        for (const { state } of connections) {
          expect(state.wrong).toEqual([])
          if (!state.left) expect(state.position).toBe(log.head())
        }
      }),
      { seed: 1, numRuns: 400 },
    ),
  60_000,
)

/** A log whose reads take their turns and fail as `reads` says. */
function flakyLog(reads: readonly { readonly turns: number; readonly fails: boolean }[]) {
  let head = 3
  let asked = 0

  async function reading<T>(answer: () => T): Promise<T> {
    const { turns, fails } = reads[asked++ % reads.length] ?? { turns: 0, fails: false }
    const before = answer()
    await turn(turns)
    if (fails) throw new Error('the database is away')
    return before
  }

  return {
    head: () => head,
    append(count: number): void {
      head = Math.min(entries.length, head + count)
    },
    read: (_: string, after: number, limit: number) =>
      reading(() => ({ epoch: 'e', head, entries: entries.slice(after, Math.min(head, after + limit)) })),
    state: () =>
      reading(() => ({
        epoch: 'e',
        head,
        hash: entries[head - 1]?.hash ?? '',
        at: '',
        unredactedState: state,
      })),
  }
}

/** A connection that checks that each message continues at its position; blocked, it waits for `drain()`. */
function createConnection(from: number) {
  const state = { position: from, blocked: false, left: false, wrong: [] as string[] }
  let onDrained = () => {}
  const writer: SocketWriter = {
    send({ packet }) {
      const [kind, body] = JSON.parse(packet.slice(1))
      const [first, last] = kind === 'snapshot' ? [state.position + 1, body.seq] : [body.from, body.to]
      if (state.left || first !== state.position + 1 || last < first) {
        state.wrong.push(`${kind} ${first}…${last}`)
      }
      state.position = last
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
    queued: () => 1,
    terminate: () => {},
  }
  function drain(): void {
    state.blocked = false
    onDrained()
  }
  return { state, writer, drain }
}

async function turn(times: number): Promise<void> {
  for (let i = 0; i <= times; i += 1) await new Promise((resolve) => setImmediate(resolve))
}
