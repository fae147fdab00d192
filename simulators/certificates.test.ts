import { describe, expect, it } from 'vitest'
import { utf8 } from '#seal/bytes.ts'
import { checkTrust, readCertificate, verifySignature, wrapIdentity } from '#seal/certificate.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { createAuthority, issueCertificate } from './certificates.ts'

const now = () => Date.UTC(2026, 4, 1)
const authority = await createAuthority({ now })
const options = { unitCode: '91440300MA5TEST99A', name: '深圳市“测试”工程有限公司', password: '密码1', now }
const issued = await issueCertificate(authority, options)

describe('test certificates', () => {
  it('name the unit and are trusted by their authority alone', async () => {
    const trusted = await checkTrust(issued.certificatePem, [authority.certificatePem], now())
    expect(trusted.ok && trusted.value).toMatchObject({
      unitCode: options.unitCode,
      subjectName: options.name,
    })
    const other = await createAuthority({ now })
    const refused = await checkTrust(issued.certificatePem, [other.certificatePem], now())
    expect(refused).toEqual({ ok: false, error: 'untrusted-issuer' })
  })

  it('come as a P12 that opens with its password to the same certificate and key', async () => {
    const opened = await softwareCertificate(issued.p12, options.password)
    if (!opened.ok) throw new Error(opened.error)
    expect(opened.value.certificatePem).toBe(issued.certificatePem)
    const signature = await opened.value.sign(utf8('x'))
    expect(await verifySignature(issued.certificatePem, utf8('x'), signature)).toBe(true)
    expect(await softwareCertificate(issued.p12, 'wrong')).toEqual({ ok: false, error: 'wrong-password' })
  })

  it('come ready for use too', async () => {
    const jwe = (await wrapIdentity('identity', issued.certificatePem)) ?? ''
    expect(await issued.helper.unwrap(jwe)).toBe('identity')
  })

  it('differ each time and outlive a stored and restored authority', async () => {
    const restored = { ...authority, privateKey: Uint8Array.from([...authority.privateKey]) }
    const again = await issueCertificate(restored, options)
    const prints = [issued, again].map(({ certificatePem }) => readCertificate(certificatePem))
    expect(prints[0]).not.toEqual(prints[1])
    expect((await checkTrust(again.certificatePem, [authority.certificatePem], now())).ok).toBe(true)
  })
})
