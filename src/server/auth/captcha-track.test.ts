import { expect, test } from 'vitest'
import { isPlausible, type TrackPoint } from './captcha-track.ts'

/** A way to 180 in so many steps, quick at first and slow at the end, as a hand moves. */
function handMoved(steps = 30): TrackPoint[] {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const part = 1 - (1 - i / steps) ** 2
    return { x: Math.round(180 * part), y: i % 3, t: 1000 + i * 21 + (i % 4) }
  })
}

test('a way that a hand goes is plausible, by pointer or by arrow keys', () => {
  expect(isPlausible(handMoved(), 180)).toBe(true)
  const keys = Array.from({ length: 37 }, (_, i) => ({ x: i * 5, y: 0, t: i * 33 + (i % 3) }))
  expect(isPlausible(keys, 180)).toBe(true)
})

test.each([
  ['nothing at all', []],
  [
    'a leap',
    [{ x: 0, y: 0, t: 0 }, ...Array.from({ length: 9 }, (_, i) => ({ x: 180, y: 0, t: 300 + i * 7 }))],
  ],
  ['few points', handMoved(6)],
  ['less time than a hand needs', handMoved().map((point) => ({ ...point, t: point.t / 10 }))],
  ['more time than anybody takes', handMoved().map((point) => ({ ...point, t: point.t * 100 }))],
  ['time that runs backwards', handMoved().map((point, i) => ({ ...point, t: i === 9 ? 0 : point.t }))],
  ['another end', handMoved().slice(0, -9)],
  ['another start', handMoved().map((point) => ({ ...point, x: Math.max(60, point.x) }))],
  ['steps all alike', Array.from({ length: 37 }, (_, i) => ({ x: i * 5, y: 0, t: i * 30 }))],
] as const)('%s is not plausible', (_, track) => {
  expect(isPlausible(track, 180)).toBe(false)
})
