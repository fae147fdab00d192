import type { Numeral } from './phrases.ts'

/*
 * Numbers as they are read in Chinese, from decimal strings, so that no digit passes through a float:
 * zeros between digits are said once, the first 一十 is 十, and 两 stands for 2 where a number begins with it before
 * 千, 万 or 亿, or is nothing but 2 before a measure word. Decimals are read digit by digit, as many as are written.
 */

const digits = '零一二三四五六七八九'
const units = [
  ['亿', 8],
  ['万', 4],
  ['千', 3],
  ['百', 2],
  ['十', 1],
] as const

/** How units of amounts are spoken; per cent comes before its number. */
const percent = '%'

/**
 * A decimal string as it is read: 105 一百零五, 20000300 两千万零三百, 8.08 八点零八, -1 负一; anything else stays as it
 * is.
 */
export function readDecimal(value: string): string {
  const [, sign, whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  if (whole === undefined) return value
  const read = `${sign && '负'}${readWhole(whole)}`
  return fraction === undefined ? read : `${read}点${[...fraction].map(readDigit).join('')}`
}

/** A text with its amounts as they are read. Voices would split grouped digits such as 1,234.5 or 20,000,300. */
export function readAmountsIn(text: string): string {
  return text.replace(inGroups, (amount) => readCount(amount.replaceAll(',', '')))
}

const inGroups = /(?<![\d.,，])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]*\d)/g

/** A number before a measure word: 2 is 两. */
export function readCount(value: number | string): string {
  return /^0*2$/.test(String(value)) ? '两' : readDecimal(String(value))
}

/** A decimal string with its unit: 1234567.89 元 → 一百二十三万四千五百六十七点八九元, 12.5 % → 百分之十二点五. */
export function readAmount(value: string, unit: string): string {
  return unit === percent ? `百分之${readDecimal(value)}` : `${readCount(value)}${unit}`
}

/** The clips for a text of the functions above; characters without a clip are left out. */
export function numeralClips(read: string): Numeral[] {
  return (read.match(spoken) ?? []) as Numeral[]
}

// A digit is said together with its unit; 一 changes its tone before 万 and 亿, but not in 十一万.
const spoken =
  /百分之|万元|元|(?<!十)一[万亿]|[一二两三四五六七八九][十百千]|[零一二两三四五六七八九十万亿点负第]/g

function readWhole(whole: string): string {
  const read = readPlaces(withoutZeros(whole))
  return read === '' ? '零' : read.replace(/^一十/, '十').replace(/^二(?=[千万亿])/, '两')
}

/** A number without leading zeros, before the special cases at its start; '' for 0. */
function readPlaces(number: string): string {
  for (const [unit, zeros] of units) {
    if (number.length <= zeros) continue
    const low = number.slice(-zeros)
    const below = readPlaces(withoutZeros(low))
    const skipped = below !== '' && low.startsWith('0') ? '零' : ''
    return `${readPlaces(number.slice(0, -zeros))}${unit}${skipped}${below}`
  }
  return number === '' ? '' : readDigit(number)
}

function withoutZeros(number: string): string {
  return number.replace(/^0+/, '')
}

function readDigit(digit: string): string {
  return digits[Number(digit)] ?? ''
}
