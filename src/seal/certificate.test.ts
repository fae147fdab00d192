import { describe, expect, it } from 'vitest'
import { checkTrust, readCertificate, verifySignature, wrapIdentity } from './certificate.ts'
import { authorityPem, firstBidder, rsaCertificatePem } from './test-certificates.ts'
import { helperOf, must } from './test-helpers.ts'

const first = await helperOf(firstBidder)
const info = must(readCertificate(first.certificatePem))

describe('readCertificate', () => {
  it('reads Chinese names, the unit code and the validity', () => {
    expect(info.subjectName).toBe('江苏第一建设集团有限公司')
    expect(info.unitCode).toBe('91320000MA1TEST01X')
    expect(info.issuerName).toBe('测试证书机构')
    expect(Date.parse(info.notAfter)).toBeGreaterThan(Date.parse(info.notBefore))
  })

  it("gives OpenSSL's fingerprint", () => {
    expect(info.fingerprint).toBe('c3e712403249191850c5abc4a390fc7ae6615e4e5318ea3e71b14aed5bac356f')
  })

  it('knows no unit code where the certificate names none', () => {
    expect(must(readCertificate(rsaCertificatePem)).unitCode).toBeNull()
  })

  it('refuses what is no certificate', () => {
    const damaged = first.certificatePem.replace(/MII/, 'AAA')
    for (const text of ['', 'hello', damaged, first.certificatePem + first.certificatePem]) {
      expect(readCertificate(text)).toEqual({ ok: false, error: 'malformed-certificate' })
    }
  })
})

describe('checkTrust', () => {
  const within = Date.parse(info.notBefore) + 1000
  const check = async (trusted: string[], at: number) => {
    const result = await checkTrust(first.certificatePem, trusted, at)
    return result.ok ? 'trusted' : result.error
  }

  it('trusts a certificate that a trusted authority issued, within its validity alone', async () => {
    expect(await check([rsaCertificatePem, authorityPem], within)).toBe('trusted')
    expect(await check([authorityPem], Date.parse(info.notBefore) - 1000)).toBe('not-yet-valid')
    expect(await check([authorityPem], Date.parse(info.notAfter) + 1000)).toBe('expired')
  })

  it('trusts none without its authority, nor a certificate by itself', async () => {
    expect(await check([], within)).toBe('untrusted-issuer')
    expect(await check([rsaCertificatePem], within)).toBe('untrusted-issuer')
    expect(await check([first.certificatePem], within)).toBe('untrusted-issuer')
  })

  it('is not misled by a changed certificate', async () => {
    const body = first.certificatePem.split('\n')
    const middle = Math.floor(body.length / 2)
    const changed = body.map((line, at) =>
      at === middle ? line.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) : line,
    )
    const result = await checkTrust(changed.join('\n'), [authorityPem], within)
    expect(result.ok).toBe(false)
  })
})

describe('a certificate of an unsupported key type', () => {
  it('verifies nothing and wraps nothing', async () => {
    expect(await verifySignature(rsaCertificatePem, new Uint8Array(1), 'AAAA')).toBe(false)
    expect(await wrapIdentity('identity', rsaCertificatePem)).toBeNull()
  })
})
