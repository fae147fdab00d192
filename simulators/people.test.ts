import { expect, it } from 'vitest'
import { isIdentityCard } from '#domain/preparation/identity-card.ts'
import { creditCode, identityNumber } from './people.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

it('identity numbers pass the check of the person info form', () => {
  for (let round = 0; round < 500; round++) expect(identityNumber(random)).toSatisfy(isIdentityCard)
})

it('credit codes have 18 places and the check character that the standard asks for', () => {
  expect(creditCode(random)).toMatch(/^91[0-9A-Z]{16}$/)
  expect(creditCode(() => new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]))).toBe(
    `91990000123456789${lastOf('91990000123456789')}`,
  )
})

/** The check character by the standard's own wording: the weighted sum of all 18 places is divisible by 31. */
function lastOf(body: string): string {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const value = [...body].reduce(
    (sum, character, index) => sum + alphabet.indexOf(character) * (3 ** index % 31),
    0,
  )
  return [...alphabet].find((_, index) => (value + index) % 31 === 0) ?? ''
}
