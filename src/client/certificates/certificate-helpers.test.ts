import { expect, test } from 'vitest'
import { err } from '#lib/result.ts'
import { openSoftwareCertificate } from './certificate-helpers.ts'

test('where the line is lost before its code is there, a certificate is not opened, and that is said', async () => {
  const file = new Blob(['certificate'])
  const opened = await openSoftwareCertificate(file, 'password', () =>
    Promise.reject(new TypeError('Failed')),
  )
  expect(opened).toEqual(err('offline'))
  expect(await openSoftwareCertificate(file, 'password')).toEqual(err('malformed-p12'))
})
