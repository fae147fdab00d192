import type { Random } from '#lib/ports.ts'

/*
 * Numbers that people and units carry, with the right check characters. They are made up: the region code of
 * identity numbers is one that was never given out.
 */

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** A unified social credit code (GB 32100) of an enterprise: 18 places beginning with 91. */
export function creditCode(random: Random): string {
  const body = `91990000${digits(random, 9)}`
  const sum = creditWeights.reduce(
    (total, weight, index) => total + weight * creditAlphabet.indexOf(body[index] ?? '0'),
    0,
  )
  return body + creditAlphabet[(31 - (sum % 31)) % 31]
}

const identityWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A resident identity number (GB 11643) of somebody born in the seventies or eighties. */
export function identityNumber(random: Random): string {
  const [year = 0, month = 0, day = 0] = random(3)
  const born = `${1970 + (year % 20)}${two(1 + (month % 12))}${two(1 + (day % 28))}`
  const body = `999999${born}${digits(random, 3)}`
  const sum = identityWeights.reduce((total, weight, index) => total + weight * Number(body[index]), 0)
  return body + '10X98765432'[sum % 11]
}

const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'
const givenNames = [
  '建国',
  '志强',
  '晓明',
  '文华',
  '丽娟',
  '海燕',
  '国栋',
  '雪梅',
  '俊杰',
  '春梅',
  '永刚',
  '思远',
]

/** A made-up Chinese name. */
export function personName(random: Random): string {
  const [surname = 0, given = 0] = random(2)
  return `${surnames[surname % surnames.length]}${givenNames[given % givenNames.length]}`
}

function digits(random: Random, count: number): string {
  return [...random(count)].map((byte) => byte % 10).join('')
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
