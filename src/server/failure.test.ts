import { expect, test } from 'vitest'
import { failureCode } from './failure.ts'
import { DamagedFile } from './files/file-store.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

test('a full disk is `storage-full`, whichever disk it is and whatever error wraps the cause', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) expect(failureCode(coded(code))).toBe('storage-full')
  expect(failureCode(new Error('Failed query', { cause: coded('53100') }))).toBe('storage-full')
})

test('a stored file with other bytes is `stored-file-damaged`', () => {
  expect(failureCode(new DamagedFile('0'.repeat(64)))).toBe('stored-file-damaged')
})

test('an unavailable database is `unavailable`, any other error `internal`', () => {
  expect(failureCode(coded('ECONNREFUSED'))).toBe('unavailable')
  for (const other of [coded('EIO'), new TypeError('x is not a function'), 'ENOSPC']) {
    expect(failureCode(other)).toBe('internal')
  }
})
