import { expect, test } from 'vitest'
import { err, ok } from '#lib/result.ts'
import { CertificateFailure } from '#seal/certificate-helper.ts'
import { firstBidder, secondBidder } from '#seal/test-certificates.ts'
import { helperOf, sealed } from '#seal/test-helpers.ts'
import { unwrapIdentity } from './unwrap-identity.ts'

test('[DEC-6] the certificate that a bid was sealed with yields its identity', async () => {
  const bid = await sealed()
  expect(await unwrapIdentity(bid.manifest, await helperOf(firstBidder))).toEqual(ok(bid.identity))
})

test('another bidder’s certificate yields no identity', async () => {
  const bid = await sealed()
  expect(await unwrapIdentity(bid.manifest, await helperOf(secondBidder))).toEqual(
    err({ kind: 'unwrap-failed' }),
  )
})

test.each(['unreachable', 'locked', 'wrong-pin', 'cancelled'])(
  'a certificate that cannot be used (%s) is not reported as the wrong one',
  async (code) => {
    const bid = await sealed()
    const helper = await helperOf(firstBidder)
    const failing = { ...helper, unwrap: () => Promise.reject(new CertificateFailure(code)) }
    expect(await unwrapIdentity(bid.manifest, failing)).toEqual(err({ kind: 'certificate-failed', code }))
  },
)

test('a changed manifest is refused', async () => {
  const [header, payload] = (await sealed()).manifest.split('.')
  const forged = `${header}.${payload}.${'A'.repeat(86)}`
  expect(await unwrapIdentity(forged, await helperOf(firstBidder))).toEqual(err({ kind: 'manifest-broken' }))
})
