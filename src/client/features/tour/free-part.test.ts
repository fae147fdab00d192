import { expect, test } from 'vitest'
import { type Span, scrollToFreePart } from './free-part.ts'

const floor = 600
/** The bar of a step, 140 pixels high: below the header, and once the page is scrolled at the upper edge. */
const bar = { top: 170, bottom: 310 }
const stuck = { top: 0, bottom: 140 }

test.each<[string, Span, Span | null, number]>([
  ['above the card stays', { top: 400, bottom: 580 }, bar, 0],
  ['above the bar stays', { top: 100, bottom: 168 }, bar, 0],
  ['in a page without a bar stays', { top: 20, bottom: 80 }, null, 0],
  ['under the card is scrolled below the bar', { top: 500, bottom: 700 }, stuck, 348],
  ['under the bar is scrolled back below it', { top: 100, bottom: 300 }, stuck, -52],
  ['above the window is scrolled back', { top: -300, bottom: -200 }, stuck, -452],
  ['that is too tall begins below the bar', { top: 400, bottom: 1400 }, stuck, 248],
  ['that is too tall stays where it begins there', { top: 152, bottom: 1152 }, stuck, 0],
  ['that is too tall stays below a bar at the page’s beginning', { top: 320, bottom: 1320 }, bar, 0],
])('on a phone a target %s', (_, target, itsBar, expected) => {
  expect(scrollToFreePart(target, itsBar, floor)).toBe(expected)
})
