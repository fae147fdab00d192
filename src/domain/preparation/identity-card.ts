/** Places of an identity number. */
export const identityCardLength = 18

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checkDigits = '10X98765432'

/** Whether this is a resident identity number of 18 places with a real birth date and the right check digit. */
export function isIdentityCard(text: string): boolean {
  if (!/^[1-9]\d{16}[\dXx]$/.test(text)) return false
  const year = Number(text.slice(6, 10))
  const month = Number(text.slice(10, 12))
  const day = Number(text.slice(12, 14))
  if (year < 1900 || !isDate(year, month, day)) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return checkDigits[sum % 11] === text.slice(17).toUpperCase()
}

/** An identity number as it is shown once it is saved: region and last four places (SES-15). */
export function maskedIdentity(id: string): string {
  if (id.length <= 10) return '*'.repeat(id.length)
  return `${id.slice(0, 6)}${'*'.repeat(id.length - 10)}${id.slice(-4)}`
}

function isDate(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (lengths[month - 1] ?? 0)
}
