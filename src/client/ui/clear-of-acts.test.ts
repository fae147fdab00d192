import { describe, expect, test } from 'vitest'
import { type Place, spotClearOf } from './clear-of-acts.ts'

const phone = { width: 390, height: 844 }
const onPhone = { width: 358, height: 60, lowest: 80, aside: 16 }
const across = (top: number, bottom: number): Place => ({ left: 30, right: 360, top, bottom })

describe('something that floats above the page of a phone, 844 pixels high,', () => {
  test.each<[string, readonly Place[], number]>([
    ['stays where it is with nothing below it', [], 80],
    ['rises above a button that it would cover', [across(710, 754)], 844 - 710 + 8],
    ['rises above one button after the other', [across(710, 754), across(650, 694)], 844 - 650 + 8],
    ['stands between two buttons where there is room', [across(710, 754), across(560, 604)], 844 - 710 + 8],
    ['minds nothing at its side', [{ ...across(710, 754), left: 380, right: 390 }], 80],
    ['stays where it is with no room anywhere', [across(0, 844)], 80],
  ])('%s', (_, places, bottom) => {
    expect(spotClearOf([places], onPhone, phone)).toEqual({ side: 'end', bottom })
  })

  test('is clear of the first things where it can be, and else of fewer', () => {
    const names = [across(40, 560), across(600, 800)]
    const act = across(700, 760)
    expect(spotClearOf([[...names, act], [act]], onPhone, phone).bottom).toBe(844 - 700 + 8)
    expect(spotClearOf([[act, across(600, 640)], []], onPhone, phone).bottom).toBe(844 - 600 + 8)
  })
})

describe('something that floats above the page of a laptop', () => {
  const laptop = { width: 1366, height: 768 }
  const toast = { width: 448, height: 52, lowest: 80, aside: 16 }
  const names: Place = { left: 20, right: 420, top: 200, bottom: 760 }
  const buttons: Place = { left: 1200, right: 1340, top: 120, bottom: 760 }

  test('stands at the right, clear of the names at the left', () => {
    expect(spotClearOf([[names]], toast, laptop)).toEqual({ side: 'end', bottom: 80 })
  })

  test('goes to the middle where buttons fill the right, and to the left where they fill both', () => {
    expect(spotClearOf([[names, buttons]], toast, laptop)).toEqual({ side: 'center', bottom: 80 })
    const wide = { ...buttons, left: 500 }
    expect(spotClearOf([[wide]], toast, laptop)).toEqual({ side: 'start', bottom: 80 })
  })

  test('stands at the first side that is given where it can be as low there, and with no room anywhere', () => {
    const button = { width: 34, height: 34, lowest: 5, aside: 12 }
    const below: Place = { left: 640, right: 760, top: 730, bottom: 768 }
    const spot = (places: readonly Place[]) =>
      spotClearOf([places], button, laptop, ['center', 'end', 'start'])
    expect(spot([])).toEqual({ side: 'center', bottom: 5 })
    expect(spot([below])).toEqual({ side: 'end', bottom: 5 })
    expect(spot([{ left: 0, right: 1366, top: 0, bottom: 768 }])).toEqual({ side: 'center', bottom: 5 })
  })

  test('rises before it covers names at the left', () => {
    const few = { ...buttons, left: 500, top: 600 }
    expect(spotClearOf([[names, few]], toast, laptop)).toEqual({ side: 'end', bottom: 768 - 600 + 8 })
  })
})
