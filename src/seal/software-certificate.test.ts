import { EncryptedData, PKCS8ShroudedKeyBag } from 'pkijs'
import { describe, expect, it } from 'vitest'
import { utf8 } from './bytes.ts'
import { readCertificate, verifySignature, wrapIdentity } from './certificate.ts'
import { softwareCertificate } from './software-certificate.ts'
import { firstBidder, secondBidder } from './test-certificates.ts'
import { helperOf } from './test-helpers.ts'

describe('softwareCertificate', () => {
  it("reads the holder's certificate, not the authority's, from an OpenSSL file with a Chinese password", async () => {
    const helper = await helperOf(firstBidder)
    const info = readCertificate(helper.certificatePem)
    expect(info.ok && info.value.unitCode).toBe('91320000MA1TEST01X')
  })

  it('distinguishes a wrong password from a malformed file', async () => {
    expect(await softwareCertificate(firstBidder.p12, 'guess')).toEqual({
      ok: false,
      error: 'wrong-password',
    })
    expect(await softwareCertificate(firstBidder.p12, '')).toEqual({ ok: false, error: 'wrong-password' })
    for (const broken of [new Uint8Array(0), utf8('not a p12'), firstBidder.p12.subarray(0, 300)]) {
      expect(await softwareCertificate(broken, firstBidder.password)).toEqual({
        ok: false,
        error: 'malformed-p12',
      })
    }
  })

  it('reads a PEM key that decrypts to anything but a key as a wrong password', async () => {
    const encrypted = new EncryptedData()
    await encrypted.encrypt({
      contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256, iv: new Uint8Array(16) },
      hmacHashAlgorithm: 'SHA-256',
      iterationCount: 2048,
      password: utf8('guess').buffer,
      contentToEncrypt: utf8('random bytes with valid padding').buffer,
    })
    const { contentEncryptionAlgorithm, encryptedContent } = encrypted.encryptedContentInfo ?? {}
    const bag = new PKCS8ShroudedKeyBag({
      encryptionAlgorithm: contentEncryptionAlgorithm,
      encryptedData: encryptedContent,
    })
    const base64 = Buffer.from(bag.toSchema().toBER()).toString('base64')
    const pem = `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${base64}\n-----END ENCRYPTED PRIVATE KEY-----\n`
    const { certificatePem } = await helperOf(firstBidder)
    expect(await softwareCertificate(utf8(pem + certificatePem), 'guess')).toEqual({
      ok: false,
      error: 'wrong-password',
    })
  })

  it('makes signatures that its own certificate verifies, for the signed data only', async () => {
    const [first, second] = await Promise.all([helperOf(firstBidder), helperOf(secondBidder)])
    const signature = await first.sign(utf8('确认'))
    expect(await verifySignature(first.certificatePem, utf8('确认'), signature)).toBe(true)
    expect(await verifySignature(first.certificatePem, utf8('否认'), signature)).toBe(false)
    expect(await verifySignature(second.certificatePem, utf8('确认'), signature)).toBe(false)
    expect(await verifySignature(first.certificatePem, utf8('确认'), '!')).toBe(false)
  })

  it('unwraps only texts that were wrapped to it', async () => {
    const [first, second] = await Promise.all([helperOf(firstBidder), helperOf(secondBidder)])
    const jwe = (await wrapIdentity('the identity', first.certificatePem)) ?? ''
    expect(await first.unwrap(jwe)).toBe('the identity')
    await expect(second.unwrap(jwe)).rejects.toThrow()
  })
})
