import { describe, expect, test } from 'vitest'
import { digestHex, fromBase64, toBase64, utf8 } from '#seal/bytes.ts'
import { signDetached, verifyDetached } from '#seal/cms.ts'
import { createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'

const now = () => Date.UTC(2026, 4, 1)
const issuing = { unitCode: '91440300MA5TEST99A', name: '深圳市测试工程有限公司', password: 'x', now }

/** How many bytes the numbers of an elliptic signature take at the end of a CMS: a sequence of 0x44 to 0x46 bytes. */
function valueLengthOf(der: Uint8Array): number {
  const at = der.findLastIndex((byte, i) => byte === 0x30 && i + 2 + (der[i + 1] ?? 0) === der.length)
  return der.length - at
}

describe.each(['P-256', 'RSA'] as const)('a detached signature with a key of type %s', async (keyType) => {
  const authority = await createAuthority({ now, keyType })
  const { helper, certificatePem } = await issueCertificate(authority, { ...issuing, keyType })
  const digest = await digestHex(utf8('开标记录表'))
  const signature = (await signDetached(helper, digest)) ?? ''

  test('holds for its certificate and its digest alone', async () => {
    expect(await verifyDetached(signature, certificatePem, digest)).toBe(true)
    expect(await verifyDetached(signature, certificatePem, await digestHex(utf8('别的')))).toBe(false)
    const other = await issueCertificate(authority, { ...issuing, keyType })
    expect(await verifyDetached(signature, other.certificatePem, digest)).toBe(false)
  })

  test('does not hold once any byte of it is changed', async () => {
    const der = fromBase64(signature)
    const held: number[] = []
    for (let i = 0; i < der.length; i += 37) {
      const changed = Uint8Array.from(der)
      changed[i] = (changed[i] ?? 0) ^ 1
      if (await verifyDetached(toBase64(changed), certificatePem, digest)) held.push(i)
    }
    expect(held).toEqual([])
    // Readers of elliptic signatures forgive a wrong length of the two numbers.
    for (const bit of [1, 2, 4]) {
      const changed = Uint8Array.from(der)
      const lengthAt = der.length - (keyType === 'P-256' ? valueLengthOf(der) - 1 : 1)
      changed[lengthAt] = (changed[lengthAt] ?? 0) ^ bit
      expect(await verifyDetached(toBase64(changed), certificatePem, digest)).toBe(false)
    }
    expect(await verifyDetached('no base64!', certificatePem, digest)).toBe(false)
  })
})

test('a key that PDF readers do not know signs none', async () => {
  const authority = await createAuthority({ now })
  const { helper } = await issueCertificate(authority, { ...issuing, keyType: 'SM2' })
  expect(await signDetached(helper, '0'.repeat(64))).toBeNull()
})
