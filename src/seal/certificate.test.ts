import { describe, expect, it } from 'vitest'
import { pemFromWire, readCertificate, verifySignature, wrapIdentity } from './certificate.ts'
import { edwardsCertificatePem, firstBidder } from './test-certificates.ts'
import { helperOf, must } from './test-helpers.ts'

const first = await helperOf(firstBidder)
const info = must(readCertificate(first.certificatePem))

describe('readCertificate', () => {
  it('reads Chinese names, the unit code and the validity', () => {
    expect(info.subjectName).toBe('江苏第一建设集团有限公司')
    expect(info.unitCode).toBe('91320000MA1TEST01X')
    expect(info.issuerName).toBe('测试证书机构')
    expect(info.keyType).toBe('P-256')
    expect(Date.parse(info.notAfter)).toBeGreaterThan(Date.parse(info.notBefore))
  })

  it("gives OpenSSL's fingerprint", () => {
    expect(info.fingerprint).toBe('c3e712403249191850c5abc4a390fc7ae6615e4e5318ea3e71b14aed5bac356f')
  })

  it('has no unit code where the certificate names none', () => {
    expect(must(readCertificate(edwardsCertificatePem)).unitCode).toBeNull()
  })

  it('refuses anything that is not a certificate', () => {
    const damaged = first.certificatePem.replace(/MII/, 'AAA')
    for (const text of ['', 'hello', damaged, first.certificatePem + first.certificatePem]) {
      expect(readCertificate(text)).toEqual({ ok: false, error: 'malformed-certificate' })
    }
  })
})

describe('pemFromWire', () => {
  it('reads a PEM text and base64, with line breaks or without, as the same PEM', () => {
    const [, body = ''] = first.certificatePem.split(/-----\w+ CERTIFICATE-----/)
    for (const text of [first.certificatePem, body, body.replace(/\s/g, '')]) {
      expect(pemFromWire(text)).toBe(first.certificatePem)
    }
  })

  it('refuses anything else', () => {
    expect(['', '!', 'AAAA', '-----BEGIN CERTIFICATE-----'].map(pemFromWire)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('a certificate of an unsupported key type', () => {
  it('is read, verifies nothing and wraps nothing', async () => {
    expect(must(readCertificate(edwardsCertificatePem))).toMatchObject({
      subjectName: 'Edwards',
      keyType: null,
    })
    expect(await verifySignature(edwardsCertificatePem, new Uint8Array(1), 'AAAA')).toBe(false)
    expect(await wrapIdentity('identity', edwardsCertificatePem)).toBeNull()
  })
})
