import { expect, it } from 'vitest'
import { createGate } from './gate.ts'

it('lets no more in than there are places, in the order they came, and a failure frees its place', async () => {
  const gate = createGate(2)
  const began: number[] = []
  let inside = 0
  let most = 0
  const work = (number: number) =>
    gate(async () => {
      began.push(number)
      inside += 1
      most = Math.max(most, inside)
      await new Promise((done) => setTimeout(done, 1))
      inside -= 1
      if (number === 1) throw new Error('failed')
    })
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map(work))
  expect(most).toBe(2)
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})
