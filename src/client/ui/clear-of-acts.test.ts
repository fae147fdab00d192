import { describe, expect, test } from 'vitest'
import { bottomClearOf } from './clear-of-acts.ts'

const phone = { left: 16, right: 374, lowest: 80, height: 60 }
const across = (top: number, bottom: number) => ({ left: 30, right: 360, top, bottom })

describe('something that floats above the page of a phone, 844 pixels high,', () => {
  test.each([
    ['stays where it is with nothing below it', [], 80],
    ['rises above a button that it would cover', [across(710, 754)], 844 - 710 + 8],
    ['rises above one button after the other', [across(710, 754), across(650, 694)], 844 - 650 + 8],
    ['stands between two buttons where there is room', [across(710, 754), across(560, 604)], 844 - 710 + 8],
    ['minds nothing at its side', [{ ...across(710, 754), left: 380, right: 390 }], 80],
    ['stays where it is with no room anywhere', [across(0, 844)], 80],
  ] as const)('%s', (_, places, bottom) => {
    expect(bottomClearOf(places, phone, 844)).toBe(bottom)
  })
})
