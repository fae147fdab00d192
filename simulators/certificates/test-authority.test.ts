import { describe, expect, it } from 'vitest'
import { utf8 } from '#seal/bytes.ts'
import { readCertificate, verifySignature, wrapIdentity } from '#seal/certificate.ts'
import { softwareCertificate } from '#seal/software-certificate.ts'
import { checkTrust, openTrust } from '#seal/trust.ts'
import { type Authority, createAuthority, issueCertificate } from './test-authority.ts'

const now = () => Date.UTC(2026, 4, 1)
const options = { unitCode: '91440300MA5TEST99A', name: '深圳市“测试”工程有限公司', password: '密码1', now }
const trusting = async ({ certificatePem }: Authority) => {
  const source = { certificates: [certificatePem], revocationLists: [], policy: 'listed' } as const
  return (await openTrust(source)).trust
}

describe.each(['P-256', 'RSA', 'SM2'] as const)('test certificates with %s keys', async (keyType) => {
  const authority = await createAuthority({ now, keyType })
  const issued = await issueCertificate(authority, { ...options, keyType })

  it('name the unit and are trusted only through their authority', async () => {
    const trusted = await checkTrust(issued.certificatePem, await trusting(authority), now())
    expect(trusted.ok && trusted.value).toMatchObject({
      unitCode: options.unitCode,
      subjectName: options.name,
      keyType,
    })
    const other = await createAuthority({ now, keyType })
    const refused = await checkTrust(issued.certificatePem, await trusting(other), now())
    expect(refused).toEqual({ ok: false, error: 'untrusted-issuer' })
  })

  it('have a P12 that opens with its password to the same certificate and key', async () => {
    const opened = await softwareCertificate(issued.p12, options.password)
    if (!opened.ok) throw new Error(opened.error)
    expect(opened.value.certificatePem).toBe(issued.certificatePem)
    const signature = await opened.value.sign(utf8('x'))
    expect(await verifySignature(issued.certificatePem, utf8('x'), signature)).toBe(true)
    expect(await verifySignature(issued.certificatePem, utf8('y'), signature)).toBe(false)
    expect(await softwareCertificate(issued.p12, 'wrong')).toEqual({ ok: false, error: 'wrong-password' })
  })

  it('unwrap what was wrapped to them, and others cannot', async () => {
    const wrapped = (await wrapIdentity('identity 身份', issued.certificatePem)) ?? ''
    expect(await issued.helper.unwrap(wrapped)).toBe('identity 身份')
    const other = await issueCertificate(authority, { ...options, keyType })
    await expect(other.helper.unwrap(wrapped)).rejects.toThrow()
  })

  it('differ each time and outlive a stored and restored authority', async () => {
    const restored = { ...authority, privateKey: Uint8Array.from([...authority.privateKey]) }
    const again = await issueCertificate(restored, { ...options, keyType })
    const prints = [issued, again].map(({ certificatePem }) => readCertificate(certificatePem))
    expect(prints[0]).not.toEqual(prints[1])
    expect((await checkTrust(again.certificatePem, await trusting(authority), now())).ok).toBe(true)
  })
})
