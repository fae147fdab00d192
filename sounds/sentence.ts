import { numeralClips, readAmount, readAmountsIn, readCount, readDecimal } from './numerals.ts'
import { type ClipName, type PhraseName, phrases } from './phrases.ts'

/** A piece of a Chinese sentence: as the caption writes it, as it is said, and the clips that say it. */
export interface Piece {
  readonly written: string
  readonly said: string
  readonly clips: readonly ClipName[]
}

/** What is said, in both languages. */
export interface Sentences {
  readonly zh: readonly Piece[]
  readonly en: string
}

/** One of the sentences that have a clip. */
export function phrase(name: PhraseName): Piece {
  const { zh } = phrases[name]
  return { written: zh, said: zh, clips: [name] }
}

/** A number before a measure word: 2 is said 两. */
export function count(number: number): Piece {
  const said = readCount(number)
  return { written: String(number), said, clips: numeralClips(said) }
}

/** An amount with its unit; `value` is a decimal string, and its figures are all said. */
export function amount(value: string, unit: string): Piece {
  const said = readAmount(value, unit)
  return {
    written: `${grouped(value)}${unit}`,
    said,
    clips: numeralClips(readAmount(value, unitWithClip(unit))),
  }
}

/** A bare number, of which nothing is counted; a percentage is read as one. */
export function figure(value: string, unit: '' | '%'): Piece {
  const said = unit === '%' ? readAmount(value, unit) : readDecimal(value)
  return { written: `${grouped(value)}${unit}`, said, clips: numeralClips(said) }
}

/** What keeps two pieces apart. */
export const comma: Piece = { written: '，', said: '，', clips: [] }

/** A bidder: by name, and by clips, which cannot know it, as 第三家投标单位. `position` counts from 1. */
export function bidder(name: string, position: number): Piece {
  return {
    written: `${name}，`,
    said: `${name}，`,
    clips: [...numeralClips(`第${readDecimal(String(position))}`), 'bidders'],
  }
}

/** Words of a user's or a tender's own; `clip` says about the same, if anything does. */
export function words(text: string, clip?: PhraseName): Piece {
  return { written: text, said: readAmountsIn(text), clips: clip ? [clip] : [] }
}

/** A sentence that is one clip. */
export function clip(name: PhraseName, en: string): Sentences {
  return { zh: [phrase(name)], en }
}

/** A warning comes a moment after its minute has begun. */
const momentMs = 5000

/** Time left (ms) in whole minutes, never more than there are but for a moment. */
export function timeLeft(ms: number): Sentences {
  const whole = Math.floor((ms + momentMs) / 60_000)
  return whole > 0
    ? { zh: [count(whole), phrase('minutes')], en: minutes(whole) }
    : { zh: [phrase('lessThan'), count(1), phrase('minutes')], en: 'less than a minute' }
}

export function minutes(number: number): string {
  return number === 1 ? '1 minute' : `${number} minutes`
}

/** Digits in groups of three, whatever the length; the decimals as they are written. */
export function grouped(value: string): string {
  const [whole = '', ...fraction] = value.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

// 日历天 must not be heard as 天, nor 美元 as 元.
function unitWithClip(unit: string): string {
  return ['元', '万元', '%'].includes(unit) ? unit : ''
}
