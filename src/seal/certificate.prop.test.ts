import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64 } from './bytes.ts'
import {
  derBase64Of,
  pemFromWire,
  pemOf,
  readCertificate,
  verifySignature,
  wrapIdentity,
} from './certificate.ts'
import { readRevocationList } from './revocation.ts'
import { signDocument, verifyDocument } from './signed-document.ts'
import { softwareCertificate } from './software-certificate.ts'
import { firstBidder } from './test-certificates.ts'
import { helperOf } from './test-helpers.ts'
import { checkTrust, openTrust } from './trust.ts'

const certificate = await helperOf(firstBidder)
const der = fromBase64(derBase64Of(certificate.certificatePem))
const jws = await signDocument(certificate, 't/1', {})

/** Random bytes, and the original with a few changed bytes or without its end. */
function nearly(original: Uint8Array) {
  const changes = fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
  const changed = fc.tuple(changes, fc.integer({ min: 1, max: original.length })).map(([places, length]) => {
    const bytes = Uint8Array.from(original)
    for (const [place, value] of places) bytes[place] = value
    return bytes.subarray(0, length > original.length / 2 ? original.length : length)
  })
  return fc.oneof(fc.uint8Array({ maxLength: 300 }), changed)
}

const runs = { seed: 1, numRuns: 300 }

test('bytes of any kind are a certificate or none, and never throw', () =>
  fc.assert(
    fc.asyncProperty(nearly(der), async (bytes) => {
      const pem = pemOf(bytes)
      const { trust } = await openTrust({ certificates: [pem], revocationLists: [bytes], policy: 'listed' })
      readCertificate(pem)
      pemFromWire(Buffer.from(bytes).toString('base64'))
      expect((await checkTrust(pem, trust, 0)).ok).toBe(false)
      expect(await verifySignature(pem, bytes, 'AAAA')).toBe(false)
      await wrapIdentity('identity', pem).catch((error: unknown) => expect(error).toBeInstanceOf(Error))
      expect(await readRevocationList(bytes, [])).toBeNull()
    }),
    runs,
  ))

test('bytes of any kind are a certificate file or none, and never throw', () =>
  fc.assert(
    fc.asyncProperty(nearly(firstBidder.p12), async (bytes) => {
      const opened = await softwareCertificate(bytes, firstBidder.password)
      if (!opened.ok) expect(['wrong-password', 'malformed-p12']).toContain(opened.error)
    }),
    { seed: 2, numRuns: 60 },
  ))

test('texts of any kind are a signed document or none, and never throw', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        nearly(new TextEncoder().encode(jws)).map((b) => new TextDecoder().decode(b)),
      ),
      async (text) => {
        const verified = await verifyDocument(text, 't/1')
        if (verified.ok) expect(text.split('.').slice(0, 2)).toEqual(jws.split('.').slice(0, 2))
      },
    ),
    runs,
  ))
