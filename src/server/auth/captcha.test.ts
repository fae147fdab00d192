import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCaptcha } from './captcha.ts'
import type { SingleUse } from './single-use.ts'

const kept = { put: async () => {}, take: async () => null } satisfies SingleUse

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A hall's slide puzzle whose pictures take a moment; tells whose were drawn in which order, and how many at once. */
function puzzles() {
  const drawn: number[] = []
  let running = 0
  let most = 0
  const draw = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setTimeout(done, 1))
    running -= 1
    drawn.push(drawn.length)
    return { x: 100, y: 20, background: '', piece: '' }
  }
  const captcha = createCaptcha(kept, Date.now, randomBytes, draw)
  return { captcha, drawn, most: () => most }
}

test('[LIM-12] a thousand who ask behind one address at once get their pictures, drawn two at a time', async () => {
  const { captcha, most } = puzzles()
  const asked = Promise.all(Array.from({ length: 1000 }, () => captcha.issue('203.0.113.7')))
  await vi.advanceTimersByTimeAsync(10_000)
  const issued = await asked
  expect(issued.filter(({ ok }) => ok).length).toBe(1000)
  expect(most()).toBeLessThanOrEqual(2)
})

test('[LIM-12] whoever asks from elsewhere has a picture after few of the many that one network asked for', async () => {
  const { captcha, drawn } = puzzles()
  for (let i = 0; i < 200; i++) void captcha.issue(`2001:db8::${i.toString(16)}`)
  const before = captcha.issue('198.51.100.1').then(() => drawn.length)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await before).toBeLessThanOrEqual(6)
  expect(drawn.length).toBe(201)
})

test('[LIM-12] of pictures that are asked for without end only so many wait', async () => {
  const { captcha } = puzzles()
  const many = Array.from({ length: 4100 }, (_, i) => captcha.issue(`203.0.${i % 4}.7`))
  const last = await many.at(-1)
  expect(last).toMatchObject({ error: { code: 'too-many-requests', params: { seconds: 10 } } })
})
