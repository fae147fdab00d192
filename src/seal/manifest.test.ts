import { base64url } from 'jose'
import { describe, expect, it } from 'vitest'
import { signManifest, verifyManifest } from './manifest.ts'
import { signDocument, verifyDocument } from './signed-document.ts'
import { edwardsCertificatePem, firstBidder, secondBidder } from './test-certificates.ts'
import { helperOf, must, sealed } from './test-helpers.ts'

const first = await helperOf(firstBidder)
const bid = await sealed()
const { manifest } = must(await verifyManifest(bid.manifest))

describe('manifest', () => {
  it('[BID-8] names the sealed file and carries the signer’s certificate', async () => {
    const verified = must(await verifyManifest(bid.manifest))
    expect(verified.certificatePem).toBe(first.certificatePem)
    expect(verified.manifest).toMatchObject({
      sessionId: 'session-1',
      bidderCode: 'B01',
      fileName: 'B01.tbj',
      ciphertextSize: bid.ciphertext.length,
      sealedAt: '2026-01-15T01:30:00.000Z',
    })
  })

  it('[BID-9] returns the one-time identity to the certificate that it was wrapped to', async () => {
    expect(await first.unwrap(manifest.wrappedIdentity ?? '')).toBe(bid.identity)
  })

  it('[BID-8] is refused when a field was changed after signing', async () => {
    const [header = '', , signature = ''] = bid.manifest.split('.')
    const payload = base64url.encode(JSON.stringify({ ...manifest, bidderCode: 'B02' }))
    expect(await verifyManifest(`${header}.${payload}.${signature}`)).toEqual({
      ok: false,
      error: 'bad-signature',
    })
  })

  it("is refused with another's certificate", async () => {
    const [, payload = '', signature = ''] = bid.manifest.split('.')
    const [header = ''] = (await signManifest(await helperOf(secondBidder), manifest)).split('.')
    expect(await verifyManifest(`${header}.${payload}.${signature}`)).toEqual({
      ok: false,
      error: 'bad-signature',
    })
  })

  it('is refused with unknown or missing fields even when it is signed', async () => {
    const { sealedAt: _, ...short } = manifest
    for (const payload of [short, { ...manifest, more: 1 }, { ...manifest, fileId: 'x' }, []]) {
      const jws = await signDocument(first, 'kaibiao-manifest/1', payload)
      expect(await verifyManifest(jws)).toEqual({ ok: false, error: 'malformed-manifest' })
    }
  })
})

describe('signed document', () => {
  it('is accepted only for the purpose that it was signed for', async () => {
    const jws = await signDocument(first, 'kaibiao-login/1', manifest)
    expect((await verifyDocument(jws, 'kaibiao-login/1')).ok).toBe(true)
    expect(await verifyManifest(jws)).toEqual({ ok: false, error: 'malformed-document' })
  })

  it.each([
    ['no algorithm', { alg: 'none' }, 'bad-signature'],
    ['another algorithm', { alg: 'HS256' }, 'bad-signature'],
    ['an unknown header field', { crit: ['b64'], b64: false }, 'malformed-document'],
    ['no certificate', { x5c: [] }, 'malformed-document'],
    ['something that is no certificate', { x5c: ['AAAA'] }, 'malformed-document'],
    [
      'an unsupported key',
      { x5c: [edwardsCertificatePem.replace(/-----.*-----|\n/g, '')] },
      'malformed-document',
    ],
  ])('is refused with %s in its header', async (_, change, error) => {
    const [header = '', payload, signature] = bid.manifest.split('.')
    const changed = { ...JSON.parse(new TextDecoder().decode(base64url.decode(header))), ...change }
    const jws = `${base64url.encode(JSON.stringify(changed))}.${payload}.${signature}`
    expect(await verifyDocument(jws, 'kaibiao-manifest/1')).toEqual({ ok: false, error })
  })

  it.each(['', '.', '..', 'a.b.c', 'x'.repeat(200_000)])('refuses any other text', async (text) => {
    expect(await verifyDocument(text, 'kaibiao-manifest/1')).toEqual({
      ok: false,
      error: 'malformed-document',
    })
  })
})
