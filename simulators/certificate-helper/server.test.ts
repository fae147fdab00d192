import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HelperAnswer, helperUrl } from '#protocol/certificate-helper.ts'
import { toBase64, utf8 } from '#seal/bytes.ts'
import { derBase64Of, verifySignature, wrapIdentity } from '#seal/certificate.ts'
import { createAuthority, issueCertificate } from '../certificates/test-authority.ts'
import { serveHelper } from './server.ts'

const hall = 'https://hall.example'
const path = new URL(helperUrl).pathname
const authority = await createAuthority({ now: Date.now })
const issue = async (keyType: 'P-256' | 'RSA' | 'SM2') => {
  const options = { unitCode: 'U', name: `持有人 ${keyType}`, password: '123456', now: Date.now, keyType }
  return (await issueCertificate(authority, options)).helper
}
const holders = await Promise.all([issue('P-256'), issue('RSA'), issue('SM2')])

let late = 0
let helper: Awaited<ReturnType<typeof serveHelper>>
beforeAll(async () => {
  helper = await serveHelper({
    keys: holders.map((holder) => ({ helper: holder, pin: '123456' })),
    origins: [hall],
    clock: () => Date.now() + late,
    random: (length) => randomBytes(length),
    port: 0,
  })
})
afterAll(() => helper.stop())

function post(body: unknown, headers: Record<string, string> = { origin: hall }): Promise<Response> {
  const json = { 'content-type': 'application/json', ...headers }
  return fetch(helper.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

async function ask<T>(body: { command: string } & Record<string, string>): Promise<T> {
  return (await (await post(body)).json()) as T
}

const refusalOf = (body: { command: string } & Record<string, string>) =>
  ask<{ Result: boolean; code: string; ResultMessage: string }>(body)

/** What the owner of the phone does with a code, by its page. */
function phone(id: string, form: Record<string, string>): Promise<Response> {
  const options = { method: 'POST', headers: { origin: helper.url }, body: new URLSearchParams(form) }
  return fetch(`${helper.url}/phone/${id}`, options)
}

describe('the certificate helper', () => {
  test('[CER-1] lists its certificates, signs and unwraps with each for its PIN', async () => {
    const { certificates } = await ask<HelperAnswer<'list'>>({ command: 'list' })
    expect(certificates.map(({ certificate }) => certificate)).toEqual(
      holders.map(({ certificatePem }) => derBase64Of(certificatePem)),
    )
    for (const [index, { certificatePem }] of holders.entries()) {
      const key = { id: certificates[index]?.id ?? '', pin: '123456' }
      const data = utf8('开标')
      const signed = { command: 'sign', ...key, data: toBase64(data) }
      const { signature } = await ask<HelperAnswer<'sign'>>(signed)
      expect(await verifySignature(certificatePem, data, signature)).toBe(true)
      const wrapped = (await wrapIdentity('身份', certificatePem)) ?? ''
      expect(await ask({ command: 'unwrap', ...key, wrapped })).toEqual({ Result: true, text: '身份' })
    }
  })

  test('[CER-1] answers only the pages of its halls', async () => {
    const list = { command: 'list' }
    expect((await post(list)).headers.get('access-control-allow-origin')).toBe(hall)
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}] as Record<
      string,
      string
    >[]) {
      const refused = await post(list, headers)
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
    }
  })

  test('refuses what a form could send without a preflight request', async () => {
    expect((await post({ command: 'list' }, { origin: hall, 'content-type': 'text/plain' })).status).toBe(415)
    const asked = await fetch(helper.url + path, { method: 'OPTIONS', headers: { origin: hall } })
    expect(asked.headers.get('access-control-allow-private-network')).toBe('true')
  })

  test.each([
    [{ command: 'nothing' }, 'bad-request', '请求内容不正确！'],
    [{ command: 'sign', id: 'key-9', pin: '', data: '' }, 'unknown-certificate', '未找到证书，请插入CA！'],
    [{ command: 'scan_login' }, 'source-missing', '缺少SourceString！'],
    [{ command: 'scan_sign', CertInfo: 'x' }, 'source-missing', '缺少SourceString！'],
    [{ command: 'scan_sign', SourceString: 'eA==' }, 'certificate-missing', '缺少CertInfo！'],
    [{ command: 'scan_decrypt', CertInfo: 'x' }, 'data-missing', '缺少Data！'],
    [{ command: 'scan_decrypt', Data: 'x' }, 'certificate-missing', '缺少CertInfo！'],
    [{ command: 'scan_loginresult', QRID: 'nothing' }, 'unknown-code', '获取状态失败！'],
  ])('[CER-3] refuses %o with the specified text', async (body, code, ResultMessage) => {
    expect(await refusalOf(body)).toEqual({ Result: false, code, ResultMessage })
  })

  test('[CER-1] locks a key after five wrong PINs, and no other', async () => {
    const guess = { command: 'sign', id: 'key-1', pin: '000000', data: 'eA==' }
    const codes = []
    for (let attempt = 0; attempt < 5; attempt += 1) codes.push((await refusalOf(guess)).code)
    expect(codes).toEqual(['wrong-pin', 'wrong-pin', 'wrong-pin', 'wrong-pin', 'locked'])
    expect((await refusalOf({ ...guess, pin: '123456' })).code).toBe('locked')
    const other = { ...guess, id: 'key-2', pin: '123456' }
    expect(await ask(other)).toMatchObject({ Result: true })
  })
})

describe('a code for a phone with a certificate', () => {
  const signer = holders[2]?.certificatePem ?? ''
  const own = { id: 'key-3', pin: '123456' }

  test('[CER-2] is scanned, confirmed and answered once, to log in, to sign and to decrypt', async () => {
    const CertInfo = derBase64Of(signer)
    const source = 'kaibiao-login/1.abc'
    const tasks: ({ command: string } & Record<string, string>)[] = [
      { command: 'scan_login', SourceString: source },
      { command: 'scan_sign', SourceString: toBase64(utf8(source)), CertInfo },
      { command: 'scan_decrypt', Data: (await wrapIdentity('身份', signer)) ?? '', CertInfo },
    ]
    for (const task of tasks) {
      const { QRID } = await ask<HelperAnswer<'scan_login'>>(task)
      const look = () => ask<HelperAnswer<'scan_loginresult'>>({ command: `${task.command}result`, QRID })
      expect(await look()).toEqual({ Result: true, QRCodeStatus: 0 })
      await fetch(`${helper.url}/phone/${QRID}`)
      expect(await look()).toEqual({ Result: true, QRCodeStatus: 1 })
      await phone(QRID, own)
      const done = await look()
      expect(done).toMatchObject({ QRCodeStatus: 2, CertInfo })
      const isText = task.command === 'scan_decrypt' && done.Data === '身份'
      expect(isText || (await verifySignature(signer, utf8(source), done.Data ?? ''))).toBe(true)
      expect(await refusalOf({ command: `${task.command}result`, QRID })).toMatchObject({
        code: 'unknown-code',
      })
    }
  })

  test('is not confirmed by a wrong PIN, by another certificate or from another page', async () => {
    const CertInfo = derBase64Of(signer)
    const { QRID } = await ask<HelperAnswer<'scan_sign'>>({
      command: 'scan_sign',
      SourceString: 'eA==',
      CertInfo,
    })
    await phone(QRID, { ...own, pin: 'wrong' })
    await phone(QRID, { id: 'key-2', pin: '123456' })
    const foreign = { method: 'POST', headers: { origin: hall }, body: new URLSearchParams(own) }
    expect((await fetch(`${helper.url}/phone/${QRID}`, foreign)).status).toBe(403)
    const result = await ask<HelperAnswer<'scan_signresult'>>({ command: 'scan_signresult', QRID })
    expect(result.QRCodeStatus).toBe(1)
  })

  test('[CER-2] is answered for what it was shown for, and within two minutes', async () => {
    const { QRID } = await ask<HelperAnswer<'scan_login'>>({ command: 'scan_login', SourceString: 'x' })
    expect(await refusalOf({ command: 'scan_signresult', QRID })).toMatchObject({ code: 'unknown-code' })
    late = 121_000
    expect(await refusalOf({ command: 'scan_loginresult', QRID })).toMatchObject({ code: 'unknown-code' })
    late = 0
  })

  test('may be declined', async () => {
    const { QRID } = await ask<HelperAnswer<'scan_login'>>({ command: 'scan_login', SourceString: 'x' })
    await phone(QRID, { decline: '' })
    const ResultMessage = '扫码失败！'
    expect(await refusalOf({ command: 'scan_loginresult', QRID })).toMatchObject({
      code: 'declined',
      ResultMessage,
    })
  })
})
