import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { forgetCertificate } from '#client/certificates/chosen-certificate.ts'
import { type PhoneCode, phoneCertificate, phoneCode } from '#client/certificates/phone-certificate.ts'
import { helperUrl } from '#protocol/certificate-helper.ts'
import { utf8 } from '#seal/bytes.ts'
import { verifySignature, wrapIdentity } from '#seal/certificate.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { serveHelper } from '#simulators/certificate-helper/server.ts'
import { createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'

/* The certificate in a phone, against the helper that shows its codes; the test acts as the phone's owner. */

const hall = 'https://hall.example'
let key: CertificateHelper
let helper: Awaited<ReturnType<typeof serveHelper>>
let away = false
const shownIds: string[] = []

beforeAll(async () => {
  const authority = await createAuthority({ now: Date.now })
  const holder = { unitCode: '91440300MA5TEST99A', name: '测试单位', password: '123456', now: Date.now }
  key = (await issueCertificate(authority, { ...holder, keyType: 'P-256' })).helper
  helper = await serveHelper({
    keys: [{ helper: key, pin: '123456' }],
    origins: [hall],
    clock: Date.now,
    random: (length) => randomBytes(length),
    port: 0,
  })
})
afterAll(() => helper.stop())
afterEach(() => {
  away = false
  expect(phoneCode.getState().shown).toBeNull()
})

/** Asks the helper as the hall's page does, and notes the codes that are shown. */
const page: typeof fetch = async (_, request) => {
  if (away) throw new TypeError('failed to fetch')
  const headers = { ...request?.headers, origin: hall }
  const response = await fetch(helper.url + new URL(helperUrl).pathname, { ...request, headers })
  const body = await response.json()
  if (body.QRImageBsae64) shownIds.push(body.QRID)
  return Response.json(body)
}

const phone = () => phoneCertificate(key.certificatePem, { fetch: page })

/** Waits until the expected state is shown. */
function shownWhere(holds: (shown: PhoneCode) => boolean): Promise<PhoneCode> {
  return new Promise((resolve) => {
    const look = () => {
      const { shown } = phoneCode.getState()
      if (!shown || !holds(shown)) return
      unsubscribe()
      resolve(shown)
    }
    const unsubscribe = phoneCode.subscribe(look)
    look()
  })
}

async function answerCode(form: Record<string, string>): Promise<void> {
  const address = `${helper.url}/phone/${shownIds.at(-1)}`
  await fetch(address)
  const options = { method: 'POST', headers: { origin: helper.url }, body: new URLSearchParams(form) }
  expect((await fetch(address, options)).status).toBe(200)
}

test('the phone signs and unwraps what its owner confirms', async () => {
  const signature = phone().sign(utf8('开标记录'))
  expect(await shownWhere(({ code }) => code !== null)).toMatchObject({ act: 'sign', scanned: false })
  await fetch(`${helper.url}/phone/${shownIds.at(-1)}`)
  await shownWhere(({ scanned }) => scanned)
  await answerCode({ id: 'key-1', pin: '123456' })
  expect(await verifySignature(key.certificatePem, utf8('开标记录'), await signature)).toBe(true)

  const text = phone().unwrap((await wrapIdentity('身份', key.certificatePem)) ?? '')
  expect((await shownWhere(({ code }) => code !== null)).act).toBe('decrypt')
  await answerCode({ id: 'key-1', pin: '123456' })
  expect(await text).toBe('身份')
})

test('[ACC-7] a declined code is reported and replaced', async () => {
  const signature = phone().sign(utf8('开标'))
  await shownWhere(({ code }) => code !== null)
  const first = shownIds.at(-1)
  await answerCode({ decline: '' })
  await shownWhere(({ problem, code }) => problem === 'scan-failed' && code !== null)
  expect(shownIds.at(-1)).not.toBe(first)
  await answerCode({ id: 'key-1', pin: '123456' })
  expect(await verifySignature(key.certificatePem, utf8('开标'), await signature)).toBe(true)
})

test('a code can be renewed, and nothing is signed after the bidder has cancelled', async () => {
  const signature = phone().sign(utf8('开标'))
  const refused = expect(signature).rejects.toThrow('cancelled')
  const first = await shownWhere(({ code }) => code !== null)
  const before = shownIds.length
  first.renew()
  await shownWhere(({ code }) => code !== null && shownIds.length > before)
  phoneCode.getState().shown?.cancel()
  await refused
})

test('a code disappears when its user leaves, and the next user gets a code of their own', async () => {
  const theirs = phone()
  const refused = expect(theirs.sign(utf8('开标'))).rejects.toThrow('cancelled')
  await shownWhere(({ code }) => code !== null)
  forgetCertificate()
  await refused
  expect(phoneCode.getState().shown).toBeNull()
  await expect(theirs.sign(utf8('开标'))).rejects.toThrow('cancelled')
  const signature = phone().sign(utf8('开标'))
  await shownWhere(({ code }) => code !== null)
  await answerCode({ id: 'key-1', pin: '123456' })
  expect(await verifySignature(key.certificatePem, utf8('开标'), await signature)).toBe(true)
})

test('without a helper no code is shown, and a retry shows one when it is back', async () => {
  away = true
  const signature = phone().sign(utf8('开标'))
  const shown = await shownWhere(({ problem }) => problem === 'code-failed')
  away = false
  shown.renew()
  await shownWhere(({ code }) => code !== null)
  await answerCode({ id: 'key-1', pin: '123456' })
  await signature
})

test('a second request replaces a waiting one', async () => {
  const first = expect(phone().sign(utf8('一'))).rejects.toThrow('cancelled')
  await shownWhere(({ code }) => code !== null)
  const second = phone().sign(utf8('二'))
  await first
  await shownWhere(({ code }) => code !== null)
  await answerCode({ id: 'key-1', pin: '123456' })
  await second
})
