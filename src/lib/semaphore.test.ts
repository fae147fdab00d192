import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('runs no more at once than there are permits, in order of arrival', async () => {
  const semaphore = createSemaphore(2)
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
  const results = await Promise.all([0, 1, 2, 3, 4, 5].map((number) => semaphore(work(number))))
  expect(results).toEqual([0, 1, 2, 3, 4, 5])
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

test('releases the permit of work that failed', async () => {
  const semaphore = createSemaphore(1)
  const failing = semaphore(() => Promise.reject(new Error('no')))
  const next = semaphore(async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})
