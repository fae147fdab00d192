import { expect, test } from 'vitest'
import { reconnectBackoff } from './reconnect-backoff.ts'

function waits(count: number, random: number): number[] {
  const delays = reconnectBackoff(3000, () => random)
  return Array.from({ length: count }, delays.next)
}

test('[RET-2] each failed attempt doubles the delay, up to 30 s', () => {
  expect(waits(6, 0.5)).toEqual([3000, 6000, 12_000, 24_000, 30_000, 30_000])
})

test('[RET-2] delays have a jitter of ±50 %', () => {
  expect(waits(2, 0)).toEqual([1500, 3000])
  expect(waits(2, 1)).toEqual([4500, 9000])
})

test('[RET-2] a success resets the delay', () => {
  const delays = reconnectBackoff(3000, () => 0.5)
  delays.next()
  delays.next()
  delays.reset()
  expect(delays.next()).toBe(3000)
})
