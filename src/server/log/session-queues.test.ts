import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSessionQueues } from './session-queues.ts'

/** The session is a list of numbers; a plan holds the list after its requests. */
interface Plan {
  readonly base: readonly number[]
  readonly list: readonly number[]
  readonly answers: readonly number[]
}

/**
 * A write waits for `answerWrite`; it succeeds if its plans were decided on the current list. `batches` records the
 * length of each batch and the number of its plans: none if it was decided again.
 */
function listWork(
  answerWrite: (count: number) => Promise<void> = () => setImmediate(),
  isMissed: (count: number) => boolean = () => false,
) {
  let list: readonly number[] = []
  const batches: { readonly length: number; readonly plans: number }[] = []
  let under = 0

  async function written(length: number, plans: number, next: readonly number[]): Promise<void> {
    under += 1
    expect(under, 'appends of a session at once').toBe(1)
    batches.push({ length, plans })
    await answerWrite(batches.length).finally(() => (under -= 1))
    list = next
  }

  const queues = createSessionQueues<number, number, readonly number[], Plan>({
    plan(_, requests, before) {
      const base = before?.list ?? list
      const next = [...base, ...requests]
      return { base, list: next, answers: requests.map((request) => next.indexOf(request)) }
    },
    write(_, plans, done) {
      const next = plans.at(-1)?.list ?? list
      if (plans[0].base !== list || isMissed(batches.length))
        void setImmediate().then(() => done(null, false))
      else
        written(next.length - list.length, plans.length, next).then(
          () => done(null, true),
          (error: unknown) => done(error, false),
        )
    },
    async append(_, requests) {
      const next = [...list, ...requests]
      await written(requests.length, 0, next)
      return requests.map((request) => next.indexOf(request))
    },
    refresh: async () => list,
  })
  return { queues, batches, list: () => list }
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

test('requests made at once share batches of at most 200', async () => {
  const { queues, batches, list } = listWork()
  const places = await Promise.all(numbers(0, 250).map((n) => queues.append('s', n)))
  expect(places).toEqual(numbers(0, 250))
  expect(list()).toEqual(numbers(0, 250))
  expect(batches).toEqual([
    { length: 200, plans: 1 },
    { length: 50, plans: 1 },
  ])
})

test('requests made during a write are decided at once and written together after it', async () => {
  let release = () => {}
  const { queues, batches } = listWork((count) =>
    count === 1 ? new Promise((resolve) => (release = resolve)) : setImmediate(),
  )
  const first = queues.append('s', 0)
  const later = []
  for (const n of numbers(1, 3)) {
    await setImmediate()
    later.push(queues.append('s', n))
  }
  await setImmediate()
  release()
  expect(await Promise.all([first, ...later])).toEqual([0, 1, 2, 3])
  expect(batches).toEqual([
    { length: 1, plans: 1 },
    { length: 3, plans: 3 },
  ])
})

test('plans based on a batch that failed are decided again', async () => {
  const { queues, batches, list } = listWork(async (count) => {
    await setImmediate()
    if (count === 1) throw new Error('the database is away')
  })
  const results = await Promise.allSettled(numbers(0, 250).map((n) => queues.append('s', n)))
  expect(results.map(({ status }) => status)).toEqual([
    ...numbers(0, 200).map(() => 'rejected'),
    ...numbers(0, 50).map(() => 'fulfilled'),
  ])
  expect(batches).toEqual([
    { length: 200, plans: 1 },
    { length: 50, plans: 0 },
  ])
  expect(list()).toEqual(numbers(200, 50))
})

test('a request whose planning throws is appended in its turn and fails alone', async () => {
  const written: (readonly number[])[] = []
  const queues = createSessionQueues<number, number, null, { readonly answers: readonly number[] }>({
    plan(_, requests) {
      if (requests.includes(3)) throw new Error('cannot be decided')
      return { answers: requests }
    },
    write(_, plans, done) {
      written.push(plans.flatMap(({ answers }) => answers))
      void setImmediate().then(() => done(null, true))
    },
    async append() {
      await setImmediate()
      throw new Error('nor now')
    },
    refresh: async () => null,
  })
  const early = queues.append('s', 1)
  await Promise.resolve()
  const spoiled = queues.append('s', 3)
  expect(await early).toBe(1)
  await expect(spoiled).rejects.toThrow('nor now')
  expect(await queues.append('s', 5)).toBe(5)
  expect(written).toEqual([[1], [5]])
})

test('a refresh sees the appends that were requested before it', async () => {
  const { queues } = listWork()
  const appended = Promise.all(numbers(0, 20).map((n) => queues.append('s', n)))
  const seen = queues.refresh('s')
  await appended
  expect(await seen).toEqual(numbers(0, 20))
  await queues.idle()
  expect(await queues.refresh('s')).toEqual(numbers(0, 20))
})

test('a refresh does not wait for writers that never stop', async () => {
  const { queues, batches } = listWork(async () => {
    for (let i = 0; i < 3; i += 1) await setImmediate()
  })
  let stopped = false
  const writer = async (first: number) => {
    for (let n = first; !stopped && n < 1000; n += 2) await queues.append('s', n)
  }
  const one = writer(0)
  await setImmediate()
  // Each writer's requests are decided while the other's are written.
  const two = writer(1)
  await setImmediate()
  const before = batches.length
  await queues.refresh('s')
  const after = batches.length
  stopped = true
  await Promise.all([one, two])
  expect(after - before).toBeLessThanOrEqual(2)
})

test('a write on a stale base delays the writers of that moment, not those after it', async () => {
  let missed = false
  const slowly = async () => {
    for (let i = 0; i < 3; i += 1) await setImmediate()
  }
  const { queues, batches, list } = listWork(slowly, (count) => {
    if (missed || count !== 20) return false
    missed = true
    return true
  })
  const writer = async (first: number) => {
    for (let n = first; n < 200; n += 2) await queues.append('s', n)
  }
  const one = writer(0)
  await setImmediate()
  // Each writer's requests are decided while the other's are written.
  await Promise.all([one, writer(1)])
  expect([...list()].sort((a, b) => a - b)).toEqual(numbers(0, 200))
  expect(missed).toBe(true)
  expect(batches.filter(({ plans }) => plans === 0).length).toBeLessThanOrEqual(2)
})
