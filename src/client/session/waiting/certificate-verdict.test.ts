import { expect, test } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { readCertificate } from '#seal/certificate.ts'
import { firstBidder, secondBidder } from '#seal/test-certificates.ts'
import { helperOf, must, sealed } from '#seal/test-helpers.ts'
import { verdictOn } from './certificate-verdict.ts'

const first = (await helperOf(firstBidder)).certificatePem
const second = (await helperOf(secondBidder)).certificatePem
const info = must(readCertificate(first))
const unitCode = info.unitCode ?? ''
const now = epochOf(info.notBefore) + 60_000
const sealedBid = { unitCode, enrolled: second, manifests: [(await sealed()).manifest] }
const noBid = { unitCode, enrolled: first, manifests: [] }

test('the certificate that sealed the bid fits, whichever was enrolled', async () => {
  expect(await verdictOn(first, sealedBid, now)).toBe('fits')
})

test('before a bid the enrolled certificate fits', async () => {
  expect(await verdictOn(first, noBid, now)).toBe('fits')
})

test('another certificate of the unit does not fit', async () => {
  expect(await verdictOn(first, { ...noBid, enrolled: second }, now)).toBe('other-certificate')
})

test('nor does that of another unit', async () => {
  expect(await verdictOn(second, sealedBid, now)).toBe('other-unit')
})

test('a certificate outside of its validity is reported', async () => {
  expect(await verdictOn(first, sealedBid, epochOf(info.notBefore) - 1)).toBe('not-valid')
  expect(await verdictOn(first, sealedBid, epochOf(info.notAfter) + 1)).toBe('not-valid')
})

test('what is no certificate is unreadable', async () => {
  expect(await verdictOn('none', sealedBid, now)).toBe('unreadable')
})
