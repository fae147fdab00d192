import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWorkers } from './workers.ts'

/** A session that is a list of numbers: a plan is what the list would be. */
interface Plan {
  readonly base: readonly number[]
  readonly list: readonly number[]
}

/** Writes what `answerWrite` lets it write; notes how long each batch was and how much of it was decided ahead. */
function listWork(answerWrite: (count: number) => Promise<void> = () => setImmediate()) {
  let list: readonly number[] = []
  const batches: { readonly length: number; readonly plans: number; readonly onTop: boolean }[] = []
  let under = 0
  const workers = createWorkers<number, number, readonly number[], Plan>({
    plan(_, requests, before) {
      const base = before?.list ?? list
      return { base, list: [...base, ...requests] }
    },
    async append(_, requests, plans) {
      under += 1
      expect(under, 'appends of a session at once').toBe(1)
      const planned = plans.flatMap(({ base, list }) => list.slice(base.length))
      expect(planned).toEqual(requests)
      const onTop = plans[0]?.base === list
      batches.push({ length: requests.length, plans: plans.length, onTop })
      try {
        await answerWrite(batches.length)
        list = onTop ? (plans.at(-1)?.list ?? list) : [...list, ...requests]
        return requests.map((request) => list.indexOf(request))
      } finally {
        under -= 1
      }
    },
    refresh: async () => list,
  })
  return { workers, batches, list: () => list }
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

test('all who ask at once share a batch, as far as it goes', async () => {
  const { workers, batches, list } = listWork()
  const places = await Promise.all(numbers(0, 250).map((n) => workers.append('s', n)))
  expect(places).toEqual(numbers(0, 250))
  expect(list()).toEqual(numbers(0, 250))
  expect(batches).toEqual([
    { length: 200, plans: 1, onTop: true },
    { length: 50, plans: 1, onTop: true },
  ])
})

test('whoever asks while a batch is written is decided at once and written with all who did', async () => {
  let release = () => {}
  const { workers, batches } = listWork((count) =>
    count === 1 ? new Promise((resolve) => (release = resolve)) : setImmediate(),
  )
  const first = workers.append('s', 0)
  const later = []
  for (const n of numbers(1, 3)) {
    await setImmediate()
    later.push(workers.append('s', n))
  }
  await setImmediate()
  release()
  expect(await Promise.all([first, ...later])).toEqual([0, 1, 2, 3])
  expect(batches).toEqual([
    { length: 1, plans: 1, onTop: true },
    { length: 3, plans: 3, onTop: true },
  ])
})

test('what was decided on a batch that was not written is known by its base, and nobody waits for ever', async () => {
  const { workers, batches, list } = listWork(async (count) => {
    await setImmediate()
    if (count === 1) throw new Error('the database is away')
  })
  const results = await Promise.allSettled(numbers(0, 250).map((n) => workers.append('s', n)))
  expect(results.map(({ status }) => status)).toEqual([
    ...numbers(0, 200).map(() => 'rejected'),
    ...numbers(0, 50).map(() => 'fulfilled'),
  ])
  expect(batches.map(({ onTop }) => onTop)).toEqual([true, false])
  expect(list()).toEqual(numbers(200, 50))
})

test('what cannot be decided ahead is asked for without a plan, and fails nobody else', async () => {
  const asked: { readonly requests: readonly number[]; readonly plans: number }[] = []
  const workers = createWorkers<number, number, null, number>({
    plan(_, requests) {
      if (requests.includes(3)) throw new Error('cannot be decided')
      return requests.length
    },
    async append(_, requests, plans) {
      asked.push({ requests, plans: plans.length })
      await setImmediate()
      if (plans.length === 0) throw new Error('nor now')
      return requests
    },
    refresh: async () => null,
  })
  const early = workers.append('s', 1)
  await Promise.resolve()
  const spoiled = workers.append('s', 3)
  expect(await early).toBe(1)
  await expect(spoiled).rejects.toThrow('nor now')
  expect(await workers.append('s', 5)).toBe(5)
  expect(asked).toEqual([
    { requests: [1], plans: 1 },
    { requests: [3], plans: 0 },
    { requests: [5], plans: 1 },
  ])
})

test('a refresh comes after the appends that were asked for before it', async () => {
  const { workers } = listWork()
  const appended = Promise.all(numbers(0, 20).map((n) => workers.append('s', n)))
  const seen = workers.refresh('s')
  await appended
  expect(await seen).toEqual(numbers(0, 20))
  await workers.idle()
  expect(await workers.refresh('s')).toEqual(numbers(0, 20))
})
