import { expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import { bidFileKindOf, bidFileTypeOf } from './bid-file-type.ts'

const both = [{ kind: 'technical' }, { kind: 'qualification' }] as const

test('[BID-1] each kind has its code, with or without an industry’s prefix', () => {
  const open = tender({ bidFiles: [...both] })
  expect(bidFileTypeOf('technical', open)).toBe('TBJ')
  expect(bidFileTypeOf('qualification', open)).toBe('TBZ')
  for (const code of ['TBZ', 'zgs', 'GLTBZ', 'SLZGS', 'TYYS']) {
    expect(bidFileKindOf(code, ['SL', 'GL'], open), code).toBe('qualification')
  }
  expect(bidFileKindOf('XXX', ['SL', 'GL'], open)).toBeNull()
})

test('[BID-1] the application of a pre-qualification is a TYYS', () => {
  const several = tender({ qualification: 8, bidFiles: [...both] })
  expect(bidFileTypeOf('qualification', several)).toBe('TYYS')
  expect(bidFileTypeOf('technical', several)).toBe('TBJ')
  const one = tender({ qualification: 8 })
  expect(bidFileTypeOf('technical', one)).toBe('TYYS')
  expect(bidFileKindOf('TYYS', [], one)).toBe('technical')
})
