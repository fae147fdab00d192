import { X509Certificate } from 'node:crypto'
import { base64url } from 'jose'
import { CertificateRevocationList } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainBytes, toBase64, utf8 } from '#seal/bytes.ts'
import { pemBlocks, readCertificate, verifySignature, wrapIdentity } from '#seal/certificate.ts'
import { signDocument, verifyDocument } from '#seal/signed-document.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { checkTrust, openTrust } from '#seal/trust.ts'
import { ellipticDer } from '#simulators/certificates/key-pairs.ts'
import {
  createAuthority,
  issueCertificate,
  issueRevocationList,
} from '#simulators/certificates/test-authority.ts'
import { hasOpenssl, opensslWith } from './openssl.ts'

const unitCode = '91440300MA5TEST99A'
const data = utf8('kaibiao-login/1.开标')
const now = Date.now
const listPem = (der: Uint8Array) =>
  `-----BEGIN X509 CRL-----\n${toBase64(der).replace(/.{64}/g, '$&\n')}\n-----END X509 CRL-----\n`

const keyTypes = ['P-256', 'RSA', 'SM2'] as const

describe.skipIf(!hasOpenssl).each(keyTypes)(
  'certificates with %s keys made by OpenSSL (needs OpenSSL 3)',
  (keyType) => {
    const openssl = opensslWith(keyType)
    afterAll(openssl.remove)
    let rootPem: string
    let holderPem: string
    beforeAll(() => {
      rootPem = openssl.newAuthority()
      holderPem = openssl.newHolder('holder', unitCode)
    })

    it('are trusted, and refused once OpenSSL’s list revokes them', async () => {
      const check = async (lists: Uint8Array[]) => {
        const source = { certificates: [rootPem], revocationLists: lists, policy: 'required' } as const
        const { trust, rejected } = await openTrust(source)
        expect(rejected).toEqual({ certificates: 0, revocationLists: 0 })
        const checked = await checkTrust(holderPem, trust, now())
        return checked.ok ? checked.value : checked.error
      }
      expect(await check(pemBlocks(openssl.revoke(), 'X509 CRL'))).toMatchObject({ unitCode, keyType })
      expect(await check(pemBlocks(openssl.revoke('holder'), 'X509 CRL'))).toBe('revoked')
    })

    it('sign data that is accepted here', async () => {
      const signature = base64url.encode(openssl.sign('holder', data))
      expect(await verifySignature(holderPem, data, signature)).toBe(true)
      expect(await verifySignature(holderPem, utf8('another text'), signature)).toBe(false)
    })

    it.each([
      ['a P12 file', 'pkcs12 -export -inkey holder.key -in holder.pem -passout pass:口令 -out file'],
      [
        'an encrypted PKCS #8 key with its certificate',
        'pkcs8 -topk8 -in holder.key -passout pass:口令 -out file',
      ],
    ])('are read from %s, and sign and unwrap', async (_, command) => {
      openssl.run(...command.split(' '))
      const isPem = command.startsWith('pkcs8')
      if (isPem) openssl.write('file', openssl.readText('file') + holderPem)
      const opened = await softwareCertificate(openssl.read('file'), '口令')
      if (!opened.ok) throw new Error(opened.error)
      const jws = await signDocument(opened.value, 'test/1', { a: 1 })
      expect(await verifyDocument(jws, 'test/1')).toMatchObject({ ok: true, value: { payload: { a: 1 } } })
      expect(await opened.value.unwrap((await wrapIdentity('身份', holderPem)) ?? '')).toBe('身份')
      expect(await softwareCertificate(openssl.read('file'), '另一个')).toEqual({
        ok: false,
        error: 'wrong-password',
      })
    })
  },
)

describe.skipIf(!hasOpenssl).each(keyTypes)(
  'certificates with %s keys made here, checked by OpenSSL (needs OpenSSL 3)',
  async (keyType) => {
    const openssl = opensslWith(keyType)
    afterAll(openssl.remove)
    const authority = await createAuthority({ now, keyType })
    const options = { unitCode, name: '测试单位', password: '口令', now, keyType }
    const issued = await issueCertificate(authority, options)

    it('are trusted by OpenSSL, and refused once our list revokes them', async () => {
      const { certificatePem } = issued
      const list = (revoked: string[]) => issueRevocationList(authority, { revoked, now })
      const trusts = async (revoked: string[]) =>
        openssl.trusts(authority.certificatePem, certificatePem, listPem(await list(revoked)))
      expect(openssl.trusts(authority.certificatePem, certificatePem)).toBe('checked.pem: OK')
      if (keyType === 'SM2') {
        // `openssl verify` takes no signer id for a list's SM2 signature. The signature alone can be checked.
        const { tbsView, signatureValue } = CertificateRevocationList.fromBER(plainBytes(await list([])))
        const signature = signatureValue.valueBlock.valueHexView
        expect(openssl.verifies(authority.certificatePem, tbsView, signature)).toBe(true)
      } else {
        expect(await trusts([])).toBe('checked.pem: OK')
        expect(await trusts([certificatePem])).toContain('certificate revoked')
      }
    })

    it('sign data that OpenSSL accepts', async () => {
      const signature = base64url.decode(await issued.helper.sign(data))
      const encoded = keyType === 'RSA' ? signature : ellipticDer(signature)
      expect(openssl.verifies(issued.certificatePem, data, encoded)).toBe(true)
      expect(openssl.verifies(issued.certificatePem, utf8('another text'), encoded)).toBe(false)
    })

    it('are stored in a P12 file that OpenSSL opens', () => {
      openssl.write('ours.p12', issued.p12)
      const text = openssl.run('pkcs12', '-in', 'ours.p12', '-passin', 'pass:口令', '-nodes')
      expect(text).toContain('BEGIN PRIVATE KEY')
      const info = readCertificate(issued.certificatePem)
      const [, body] = /(-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----)/.exec(text) ?? []
      const fingerprint = new X509Certificate(body ?? '').fingerprint256.replaceAll(':', '').toLowerCase()
      expect(info.ok && info.value.fingerprint).toBe(fingerprint)
    })
  },
)

describe.skipIf(!hasOpenssl)('an identity wrapped to an SM2 certificate (needs OpenSSL 3)', () => {
  const openssl = opensslWith('SM2')
  afterAll(openssl.remove)

  it('is decrypted by OpenSSL with the certificate’s key, and the other way round', async () => {
    openssl.newAuthority()
    const holderPem = openssl.newHolder('holder', unitCode)
    const [, , cipher = ''] = (await wrapIdentity('AGE-SECRET-KEY-身份', holderPem))?.split('.') ?? []
    openssl.write('cipher', base64url.decode(cipher))
    expect(openssl.run('pkeyutl', '-decrypt', '-inkey', 'holder.key', '-in', 'cipher')).toBe(
      'AGE-SECRET-KEY-身份',
    )

    openssl.write('text', '另一个身份')
    openssl.run('pkeyutl', '-encrypt', '-certin', '-inkey', 'holder.pem', '-in', 'text', '-out', 'theirs')
    openssl.run(...'pkcs12 -export -inkey holder.key -in holder.pem -passout pass:p -out file'.split(' '))
    const opened = await softwareCertificate(openssl.read('file'), 'p')
    if (!opened.ok) throw new Error(opened.error)
    expect(await opened.value.unwrap(`SM2.any.${base64url.encode(openssl.read('theirs'))}`)).toBe(
      '另一个身份',
    )
  })
})
