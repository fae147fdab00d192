import fc from 'fast-check'
import { Extension } from 'pkijs'
import { describe, expect, it, test } from 'vitest'
import { plainBytes } from './bytes.ts'
import {
  parsePem,
  pemFromWire,
  pemOf,
  readCertificate,
  verifySignature,
  wrapIdentity,
} from './certificate.ts'
import { derOf, tags, valuesIn } from './der.ts'
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

  const nulls = (count: number) => Uint8Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 5 : 0))
  it.each([
    ['reads', 'of 100 values', derOf(tags.sequence, nulls(100)), true],
    ['refuses, before it is read as a whole,', 'of 7000 values', derOf(tags.sequence, nulls(7000)), false],
    ['refuses', 'of 7000 values in a sequence with a wrong tag', derOf(0x10, nulls(7000)), false],
    ['refuses', 'with a long object identifier', derOf(0x06, new Uint8Array(5000).fill(0x41)), false],
  ])('%s a certificate with an extension %s', (_, __, extension, isRead) => {
    const certificate = parsePem(first.certificatePem)
    const extnValue = plainBytes(extension).buffer
    if (certificate) certificate.extensions = [new Extension({ extnID: '1.2.3.4.5', extnValue })]
    const der = new Uint8Array(certificate?.toSchema(true).toBER(false) ?? [])
    expect(readCertificate(pemOf(der)).ok).toBe(isRead)
  })
})

test('the bytes of a key or a signature, whatever they look like, count as few values', () => {
  const bytes = fc.uint8Array({ minLength: 512, maxLength: 512 })
  fc.assert(fc.property(bytes, (value) => valuesIn(derOf(tags.bits, Uint8Array.of(0), value), 1000) <= 600))
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
