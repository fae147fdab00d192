import { expect, test } from 'vitest'
import { numerals, phrases } from './phrases.ts'
import sprite from './prompts.json'

test('every sentence and numeral is rendered, and no other: else run sounds/render.mjs', () => {
  expect(Object.keys(sprite).sort()).toEqual([...Object.keys(phrases), ...Object.keys(numerals)].sort())
})

test('clips are long enough for their syllables and do not run into each other', () => {
  const pinyin: Record<string, string> = {
    ...Object.fromEntries(Object.entries(phrases).map(([name, phrase]) => [name, phrase.pinyin])),
    ...numerals,
  }
  let end = 0
  for (const [name, [start = 0, length = 0]] of Object.entries(sprite)) {
    expect(start, name).toBeGreaterThanOrEqual(end)
    expect(length / (pinyin[name] ?? '').split(' ').length, name).toBeGreaterThan(80)
    end = start + length
  }
})

test('pinyin has one syllable for each character', () => {
  for (const { zh, pinyin } of Object.values(phrases)) {
    expect(pinyin.split(/\s+/)).toHaveLength([...zh.replaceAll('，', '')].length)
  }
})
