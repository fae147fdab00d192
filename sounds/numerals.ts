import type { Numeral } from './phrases.ts'

const digits: readonly Numeral[] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九']
const units: readonly (Numeral | null)[] = [null, '十', '百', '千']
const groups: readonly (Numeral | null)[] = [null, '万', '亿']

/** A non-negative number below 10¹² as it is read: 12 十二, 105 一百零五, 20010 二万零一十, 2.5 二点五. */
export function numeralsOf(number: number): Numeral[] {
  const [whole = '0', fraction] = String(number).split('.')
  const decimals = [...(fraction ?? '')].map(digitOf)
  return fraction === undefined ? wholeNumerals(whole) : [...wholeNumerals(whole), '点', ...decimals]
}

/** The same before a measure word: 2 is 两. */
export function countNumerals(number: number): Numeral[] {
  return number === 2 ? ['两'] : numeralsOf(number)
}

function wholeNumerals(text: string): Numeral[] {
  if (Number(text) === 0) return ['零']
  const read: Numeral[] = []
  let owed = false
  for (let group = Math.ceil(text.length / 4) - 1; group >= 0; group -= 1) {
    const end = text.length - group * 4
    const part = text.slice(Math.max(0, end - 4), end)
    if (Number(part) === 0) {
      owed = read.length > 0
      continue
    }
    if (read.length > 0 && (owed || part.startsWith('0'))) read.push('零')
    read.push(...groupNumerals(part))
    const unit = groups[group]
    if (unit) read.push(unit)
    owed = false
  }
  // 一十二 is said 十二 where the number begins with it.
  return read[0] === '一' && read[1] === '十' ? read.slice(1) : read
}

/** Up to four digits; zeros between others are said once, leading and trailing ones not at all. */
function groupNumerals(part: string): Numeral[] {
  const read: Numeral[] = []
  let owed = false
  for (const [position, character] of [...part].entries()) {
    if (character === '0') {
      owed = read.length > 0
      continue
    }
    if (owed) read.push('零')
    owed = false
    read.push(digitOf(character))
    const unit = units[part.length - 1 - position]
    if (unit) read.push(unit)
  }
  return read
}

function digitOf(character: string): Numeral {
  return digits[Number(character)] ?? '零'
}
