import { expect, test } from 'vitest'
import { err } from '#lib/result.ts'
import { openSoftwareCertificate } from './certificate-helpers.ts'

test('a certificate is not opened while the code for it cannot be loaded', async () => {
  const file = new Blob(['certificate'])
  const opened = await openSoftwareCertificate(file, 'password', () =>
    Promise.reject(new TypeError('Failed')),
  )
  expect(opened).toEqual(err('offline'))
  expect(await openSoftwareCertificate(file, 'password')).toEqual(err('malformed-p12'))
})
