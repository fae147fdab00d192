import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCertificate } from '#client/certificates/chosen-certificate.ts'
import { PhoneCodeDialog } from '#client/certificates/PhoneCodeDialog.tsx'
import { phoneCertificate, phoneCode } from '#client/certificates/phone-certificate.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { utf8 } from '#seal/bytes.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { perform } from '#simulators/certificate-helper/commands.ts'
import { createKeys } from '#simulators/certificate-helper/keys.ts'
import { createScans, type Scans } from '#simulators/certificate-helper/scans.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'

/* What the dialog shows when a scan fails, with the helper's real commands. */

const certificatePem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
const text = utf8('开标记录')

afterEach(forgetCertificate)

interface Helper {
  /** The helper on this machine; null while it is not running. */
  scans: Scans | null
}

const startHelper = (): Scans =>
  createScans('http://127.0.0.1:1', Date.now, (length) => crypto.getRandomValues(new Uint8Array(length)))

/** A phone with a certificate, and a helper whose codes are noted in `shown`. */
function phone(helper: Helper, pem = certificatePem) {
  const shown: string[] = []
  const keys = createKeys([])
  const fetch = vi.fn(async (_: unknown, request?: RequestInit) => {
    if (!helper.scans) throw new TypeError('failed to fetch')
    const answer = await perform(JSON.parse(String(request?.body)), { keys, scans: helper.scans })
    if ('QRID' in answer) shown.push(answer.QRID)
    return Response.json(answer)
  })
  return { shown, certificate: phoneCertificate(pem, { fetch }) }
}

/** Asks, and ignores a missing answer. */
function ask(asked: Promise<string>): void {
  asked.catch(() => {})
}

const picture = () => screen.findByRole('img', { name: '二维码' })

/** The problem, and what happens next. */
const says = (problem: string, next: string) =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toBe(`${problem}${next}`))

test('without a helper no code is shown, and it says so until there is one', async () => {
  await renderInSession(<PhoneCodeDialog />)
  const helper: Helper = { scans: null }
  ask(phone(helper).certificate.sign(text))
  await says('获取二维码失败！', steps['phone.then.code-failed'])
  helper.scans = startHelper()
  await press(document.body, steps['phone.renew'])
  await picture()
  await says('', '')
})

test('the code says what follows its confirmation, and when it is replaced', async () => {
  await renderInSession(<PhoneCodeDialog />)
  const { certificate } = phone({ scans: startHelper() })
  ask(certificate.unwrap('wrapped'))
  await picture()
  expect(screen.getByRole('status').textContent).toBe(steps['phone.hint.decrypt'])
  screen.getByText(/^1(19|20) 秒后更换$/)
  ask(certificate.sign(text))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(steps['phone.hint.sign']))
})

test('[ACC-7] a code that the helper has forgotten is replaced', async () => {
  await renderInSession(<PhoneCodeDialog />)
  const helper = { scans: startHelper() }
  const { certificate, shown } = phone(helper)
  ask(certificate.sign(text))
  await picture()
  helper.scans = startHelper()
  await says('获取状态失败！', steps['phone.then.status-failed'])
  await waitFor(() => expect(shown).toHaveLength(2))
})

test('[CER-3] a request without data or without a certificate is refused', async () => {
  await renderInSession(<PhoneCodeDialog />)
  const helper = { scans: startHelper() }
  ask(phone(helper).certificate.sign(new Uint8Array()))
  await says('缺少SourceString！', steps['phone.then.source-missing'])
  ask(phone(helper).certificate.unwrap(''))
  await says('缺少Data！', steps['phone.then.data-missing'])
  ask(phone(helper, '').certificate.sign(text))
  await says('缺少CertInfo！', steps['phone.then.certificate-missing'])
})

test('a phone that declines, and one whose answer is empty', async () => {
  await renderInSession(<PhoneCodeDialog />)
  const helper = { scans: startHelper() }
  const { certificate, shown } = phone(helper)
  ask(certificate.unwrap('wrapped'))
  await picture()
  await helper.scans.answer(shown[0] ?? '', null)
  await says('扫码失败！', steps['phone.then.scan-failed'])
  const empty: CertificateHelper = { certificatePem, sign: async () => '', unwrap: async () => '' }
  await waitFor(() => expect(shown).toHaveLength(2))
  await helper.scans.answer(shown[1] ?? '', empty)
  await says('缺少Data！', steps['phone.then.data-missing'])
  act(() => phoneCode.getState().shown?.cancel())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
