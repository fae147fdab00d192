import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectUsbHelper } from '#client/certificates/certificate-helpers.ts'
import { helperUrl } from '#protocol/certificate-helper.ts'
import { utf8 } from '#seal/bytes.ts'
import { verifySignature, wrapIdentity } from '#seal/certificate.ts'
import { serveHelper } from '#simulators/certificate-helper/server.ts'
import { createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'

const hall = 'https://hall.example'
const options = { unitCode: '91440300MA5TEST99A', name: '测试单位', password: '123456', now: Date.now }
let helper: Awaited<ReturnType<typeof serveHelper>>

beforeAll(async () => {
  const authority = await createAuthority({ now: Date.now })
  const { helper: key } = await issueCertificate(authority, { ...options, keyType: 'SM2' })
  helper = await serveHelper({
    keys: [{ helper: key, pin: '123456' }],
    origins: [hall],
    clock: Date.now,
    random: (length) => randomBytes(length),
    port: 0,
  })
})
afterAll(() => helper.stop())

/** Asks the helper as a page of this origin does. */
const pageOf = (origin: string): typeof fetch => {
  return (_, request) => {
    const headers = { ...request?.headers, origin }
    return fetch(helper.url + new URL(helperUrl).pathname, { ...request, headers })
  }
}

test('a key in the helper signs and unwraps once the PIN is right', async () => {
  const usb = await connectUsbHelper(pageOf(hall))
  if (!usb.ok) throw new Error(usb.error)
  const [plugged] = usb.value.certificates
  expect(plugged).toMatchObject({ subjectName: options.name, unitCode: options.unitCode })
  expect(await usb.value.open(plugged?.id ?? '', '000000')).toEqual({ ok: false, error: 'wrong-pin' })
  const opened = await usb.value.open(plugged?.id ?? '', '123456')
  if (!opened.ok) throw new Error(opened.error)
  const { certificatePem } = opened.value
  expect(await verifySignature(certificatePem, utf8('开标'), await opened.value.sign(utf8('开标')))).toBe(
    true,
  )
  expect(await opened.value.unwrap((await wrapIdentity('身份', certificatePem)) ?? '')).toBe('身份')
  await expect(opened.value.unwrap('SM2.x.AAAA')).rejects.toThrow('unwrap-failed')
})

test('a helper that is not running, or does not know this site, is unreachable', async () => {
  const nobody: typeof fetch = () => Promise.reject(new TypeError('failed to fetch'))
  expect(await connectUsbHelper(nobody)).toEqual({ ok: false, error: 'unreachable' })
  expect(await connectUsbHelper(pageOf('https://other.example'))).toEqual({ ok: false, error: 'unreachable' })
})
