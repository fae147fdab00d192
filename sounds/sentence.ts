import { numeralClips, readAmount, readAmountsIn, readCount, readDecimal } from './numerals.ts'
import { type ClipName, type PhraseName, phrases } from './phrases.ts'

/** A piece of a Chinese sentence: as written in the caption, as spoken, and as clips. */
export interface Piece {
  readonly written: string
  readonly said: string
  readonly clips: readonly ClipName[]
}

/** A sentence in both languages. */
export interface Sentences {
  readonly zh: readonly Piece[]
  readonly en: string
}

/** One of the sentences that have a clip. */
export function phrase(name: PhraseName): Piece {
  const { zh } = phrases[name]
  return { written: zh, said: zh, clips: [name] }
}

/** A number before a measure word; 2 is spoken as 两. */
export function count(number: number): Piece {
  const said = readCount(number)
  return { written: String(number), said, clips: numeralClips(said) }
}

/** An amount with its unit; `value` is a decimal string, and all its digits are spoken. */
export function amount(value: string, unit: string): Piece {
  const said = readAmount(value, unit)
  return {
    written: `${grouped(value)}${unit}`,
    said,
    clips: [...numeralClips(readAmount(value, unitWithClip(unit))), ...(unitClips[unit] ?? [])],
  }
}

/** A number without a measure word; a percentage is read as one. */
export function figure(value: string, unit: '' | '%'): Piece {
  const said = unit === '%' ? readAmount(value, unit) : readDecimal(value)
  return { written: `${grouped(value)}${unit}`, said, clips: numeralClips(said) }
}

/** The separator between two pieces. */
export const comma: Piece = { written: '，', said: '，', clips: [] }

/** A bidder by name; in clips, which have no names, as 第三家投标单位. `position` counts from 1. */
export function bidder(name: string, position: number): Piece {
  return {
    written: `${name}，`,
    said: `${name}，`,
    clips: [...numeralClips(`第${readDecimal(String(position))}`), 'bidders'],
  }
}

/** Text from a user or a tender; `clip` has a similar meaning, if there is one. */
export function words(text: string, clip?: PhraseName): Piece {
  return { written: text, said: readAmountsIn(text), clips: clip ? [clip] : [] }
}

/** A sentence that is one clip. */
export function clip(name: PhraseName, en: string): Sentences {
  return { zh: [phrase(name)], en }
}

/** A warning may come shortly before or after its minute. */
const momentMs = 5000

/** Time left (ms) in whole minutes with a small tolerance. Rounded up it is 15 at 14:53, rounded down 14. */
export function timeLeft(ms: number, rounded: 'up' | 'down' = 'up'): Sentences {
  const whole = rounded === 'up' ? Math.ceil((ms - momentMs) / 60_000) : Math.floor((ms + momentMs) / 60_000)
  return ms + momentMs >= 60_000
    ? { zh: [count(whole), phrase('minutes')], en: minutes(whole) }
    : { zh: [phrase('lessThan'), count(1), phrase('minutes')], en: 'less than a minute' }
}

export function minutes(number: number): string {
  return number === 1 ? '1 minute' : `${number} minutes`
}

/** Groups digits by three at any length; decimals stay as written. */
export function grouped(value: string): string {
  const [whole = '', ...fraction] = value.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

// 美元 must not be heard as 元.
function unitWithClip(unit: string): string {
  return numeralUnits.includes(unit) ? unit : ''
}

/** Whether an amount in this unit can be said in clips. */
export function unitHasClip(unit: string): boolean {
  return unit === '' || numeralUnits.includes(unit) || unit in unitClips
}

const numeralUnits = ['元', '万元', '%']
const unitClips: Readonly<Record<string, readonly PhraseName[]>> = {
  天: ['days'],
  日: ['days'],
  日历天: ['calendarDays'],
  月: ['months'],
  个月: ['months'],
  年: ['years'],
}
