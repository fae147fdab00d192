import { expect, test } from 'vitest'
import { failureCode } from './failure.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

test('no room on a disk is said so, whichever disk it is and whatever is wrapped around it', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) expect(failureCode(coded(code))).toBe('storage-full')
  expect(failureCode(new Error('Failed query', { cause: coded('53100') }))).toBe('storage-full')
})

test('a database that is away may be asked again, all else is a fault of ours', () => {
  expect(failureCode(coded('ECONNREFUSED'))).toBe('unavailable')
  for (const other of [coded('EIO'), new TypeError('x is not a function'), 'ENOSPC']) {
    expect(failureCode(other)).toBe('internal')
  }
})
