import { base64url } from 'jose'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import { utf8 } from './bytes.ts'
import type { Manifest } from './format.ts'
import { longestManifest, signManifest, variableLength, verifyManifest } from './manifest.ts'
import { isCanonicalDocument, signDocument, verifyDocument } from './signed-document.ts'
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

/** Signs a text as it is. */
async function signedText(payload: string, headMore = ''): Promise<string> {
  const [head = ''] = bid.manifest.split('.')
  const header = `${new TextDecoder().decode(base64url.decode(head))}${headMore}`
  const input = `${base64url.encode(utf8(header))}.${base64url.encode(utf8(payload))}`
  return `${input}.${await first.sign(utf8(input))}`
}

describe('the bytes of a manifest', () => {
  it('[BID-15] are enough for the longest fields that the format takes', async () => {
    const longest: Manifest = {
      ...manifest,
      sessionId: '标'.repeat(100),
      bidderCode: '码'.repeat(100),
      fileName: `${'名'.repeat(116)}.tbj`,
      kind: 'qualification',
      ciphertextSize: Number.MAX_SAFE_INTEGER,
      wrappedIdentity: 'x'.repeat(4000),
    }
    const jws = await signManifest(first, longest)
    expect((await verifyManifest(jws)).ok).toBe(true)
    // The signature of the longest RSA key, of 8192 bits, instead of the own one of 64 bytes.
    expect(variableLength(jws) + (8192 - 512) / 6).toBeLessThan(longestManifest)
    expect(isCanonicalDocument(jws)).toBe(true)
  })

  it.each([
    ['blanks around it', async () => signedText(`${JSON.stringify(manifest)}${' '.repeat(50_000)}`)],
    ['blanks in it', async () => signedText(JSON.stringify(manifest, null, 2))],
    [
      'fields in another order',
      async () => signedText(JSON.stringify(Object.fromEntries(Object.entries(manifest).toReversed()))),
    ],
    ['blanks after its head', async () => signedText(canonicalJson(manifest), ' '.repeat(50_000))],
    ['padding after its signature', async () => `${bid.manifest}==`],
    ['blanks in its signature', async () => `${bid.manifest.slice(0, -4)}    ${bid.manifest.slice(-4)}`],
    ['another part', async () => `${bid.manifest}.`],
    ['nothing that is JSON', async () => 'a.b.c'],
  ])('[BID-15] are not canonical with %s', async (_, make) => {
    const jws = await make()
    expect(isCanonicalDocument(jws)).toBe(false)
  })

  it('[BID-15] are canonical where they are the same as `signManifest` writes', async () => {
    expect(isCanonicalDocument(await signedText(canonicalJson(manifest)))).toBe(true)
    expect(isCanonicalDocument(bid.manifest)).toBe(true)
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
