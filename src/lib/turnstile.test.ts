import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

test('no more run at once than there are places, in the order they came', async () => {
  const turnstile = createTurnstile(2)
  const started: number[] = []
  let running = 0
  let most = 0
  const work = (number: number) => async () => {
    started.push(number)
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setTimeout(done, 1))
    running -= 1
    return number
  }
  const results = await Promise.all([0, 1, 2, 3, 4, 5].map((number) => turnstile(work(number))))
  expect(results).toEqual([0, 1, 2, 3, 4, 5])
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

test('work that fails gives its place on', async () => {
  const turnstile = createTurnstile(1)
  const failing = turnstile(() => Promise.reject(new Error('no')))
  const next = turnstile(async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})
