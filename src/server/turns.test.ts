import { expect, test } from 'vitest'
import { createTurns, paced } from './turns.ts'

/** Keeps the thread busy for so many milliseconds. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Counts turns of the event loop until it is stopped: how often other work could be done. */
function countOthers() {
  let count = 0
  let goesOn = true
  const tick = () => {
    count += 1
    if (goesOn) setTimeout(tick, 0)
  }
  tick()
  return { count: () => count, stop: () => (goesOn = false) }
}

test('[LIM-12] of all that wait for their turn one goes on at a time, and other work is done in between', async () => {
  const turn = createTurns()
  const others = countOthers()
  const done: number[] = []
  const began: number[] = []
  const waiting = Array.from({ length: 12 }, async (_, i) => {
    await turn()
    began.push(others.count())
    work(2)
    done.push(i)
  })
  await Promise.all(waiting)
  others.stop()
  expect(done).toEqual(waiting.map((_, i) => i))
  expect(new Set(began).size).toBe(began.length)
})

test('[LIM-12] exports that are read at the same time keep the thread for one short slice, then others have it', async () => {
  const turn = createTurns()
  const others = countOthers()
  /** Places read since other work was done. */
  const inOneGo = new Map<number, number>()
  async function* log() {
    for (let seq = 1; seq <= 10; seq++) {
      inOneGo.set(others.count(), (inOneGo.get(others.count()) ?? 0) + 1)
      work(1)
      yield seq
    }
  }
  const read = async () => {
    const seqs: number[] = []
    for await (const seq of paced(log(), turn)) seqs.push(seq)
    return seqs
  }
  const all = await Promise.all(Array.from({ length: 4 }, read))
  others.stop()
  for (const seqs of all) expect(seqs).toEqual(Array.from({ length: 10 }, (_, i) => i + 1))
  expect(Math.max(...inOneGo.values())).toBeLessThanOrEqual(6)
})
