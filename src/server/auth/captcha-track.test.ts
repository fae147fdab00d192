import { expect, test } from 'vitest'
import { isPlausible, type TrackPoint } from './captcha-track.ts'

/** A track to 180 that slows down towards its end, like a hand's movement. */
function handMoved(steps = 30): TrackPoint[] {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const part = 1 - (1 - i / steps) ** 2
    return { x: Math.round(180 * part), y: i % 3, t: 1000 + i * 21 + (i % 4) }
  })
}

test('a track made by hand is plausible, by pointer or by arrow keys', () => {
  expect(isPlausible(handMoved(), 180)).toBe(true)
  const keys = Array.from({ length: 37 }, (_, i) => ({ x: i * 5, y: 0, t: i * 33 + (i % 3) }))
  expect(isPlausible(keys, 180)).toBe(true)
})

test.each([
  ['an empty track', []],
  [
    'a leap',
    [{ x: 0, y: 0, t: 0 }, ...Array.from({ length: 9 }, (_, i) => ({ x: 180, y: 0, t: 300 + i * 7 }))],
  ],
  ['a track of few points', handMoved(6)],
  ['a track faster than a hand', handMoved().map((point) => ({ ...point, t: point.t / 10 }))],
  ['a track of more than a minute', handMoved().map((point) => ({ ...point, t: point.t * 100 }))],
  [
    'a track whose time runs backwards',
    handMoved().map((point, i) => ({ ...point, t: i === 9 ? 0 : point.t })),
  ],
  ['a track that ends elsewhere', handMoved().slice(0, -9)],
  ['a track that starts elsewhere', handMoved().map((point) => ({ ...point, x: Math.max(60, point.x) }))],
  ['a track of equal steps', Array.from({ length: 37 }, (_, i) => ({ x: i * 5, y: 0, t: i * 30 }))],
] as const)('%s is not plausible', (_, track) => {
  expect(isPlausible(track, 180)).toBe(false)
})
