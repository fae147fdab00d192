import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numeralClips, readAmount, readDecimal } from './numerals.ts'
import { numerals } from './phrases.ts'

/** Money as in figures: up to 10^18, with long runs of zeros. */
const digit = fc.oneof(fc.constant('0'), fc.constantFrom(...'0123456789'))
const whole = fc.string({ unit: digit, minLength: 1, maxLength: 18 })
const fraction = fc.string({ unit: digit, minLength: 1, maxLength: 6 })
const decimal = fc.tuple(whole, fc.option(fraction)).map(([a, b]) => (b === null ? a : `${a}.${b}`))

/** Parses spoken numerals back into a value, independently of `readDecimal`. */
function written(read: string): string {
  const [before = '', after] = read.split('点')
  const digits = [...(after ?? '')].map((character) => '零一二三四五六七八九'.indexOf(character))
  return after === undefined ? String(worth(before)) : `${worth(before)}.${digits.join('')}`
}

function worth(read: string): bigint {
  for (const [unit, value] of [
    ['亿', 100_000_000n],
    ['万', 10_000n],
  ] as const) {
    const at = read.lastIndexOf(unit)
    if (at >= 0) return worth(read.slice(0, at)) * value + worth(read.slice(at + 1))
  }
  let sum = 0n
  for (const [, said = '', unit = ''] of read.matchAll(/([一二两三四五六七八九])?([十百千]?)/g)) {
    if (said === '' && unit === '') continue
    const factor = said === '两' ? 2n : BigInt('零一二三四五六七八九'.indexOf(said || '一'))
    sum += factor * ({ 十: 10n, 百: 100n, 千: 1000n }[unit] ?? 1n)
  }
  return sum
}

function plain(value: string): string {
  return value.replace(/^0+(?=\d)/, '')
}

test('the spoken number has the written value, to the last digit', () =>
  fc.assert(
    fc.property(decimal, (value) => {
      expect(written(readDecimal(value))).toBe(plain(value))
    }),
  ))

test('no zero is spoken twice in a row or at the end of an integer', () =>
  fc.assert(
    fc.property(decimal, (value) => {
      const [read = ''] = readDecimal(value).split('点')
      expect(read).not.toMatch(/零零|.零$|零[十百千万亿]|^一十|^二[千万亿]/)
    }),
  ))

test('clips cover the whole text', () =>
  fc.assert(
    fc.property(decimal, fc.constantFrom('元', '万元', '%'), (value, unit) => {
      const read = readAmount(value, unit)
      const clips = numeralClips(read)
      expect(clips.join('')).toBe(read)
      for (const clip of clips) expect(numerals).toHaveProperty(clip)
    }),
  ))
