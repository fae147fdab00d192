import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCertificate } from '#client/certificates/chosen-certificate.ts'
import { PhoneCodeDialog } from '#client/certificates/PhoneCodeDialog.tsx'
import { phoneCertificate, phoneCode } from '#client/certificates/phone-certificate.ts'
import { utf8 } from '#seal/bytes.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { perform } from '#simulators/certificate-helper/commands.ts'
import { createKeys } from '#simulators/certificate-helper/keys.ts'
import { createScans, type Scans } from '#simulators/certificate-helper/scans.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'

/* What the dialog says where a scan comes to nothing, asked of the helper's own commands. */

const certificatePem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
const text = utf8('开标记录')

afterEach(forgetCertificate)

interface Helper {
  /** The local helper; null while it cannot be reached. */
  scans: Scans | null
}

const startHelper = (): Scans =>
  createScans('http://127.0.0.1:1', Date.now, (length) => crypto.getRandomValues(new Uint8Array(length)))

/** A phone with a certificate, behind a helper whose codes are listed in `shown`. */
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

/** Requests without waiting for an answer. */
function ask(asked: Promise<string>): void {
  asked.catch(() => {})
}

const picture = () => screen.findByRole('img', { name: '二维码' })

const says = (problem: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(problem))

test('without the helper no code is shown', async () => {
  await renderInSession(<PhoneCodeDialog />)
  ask(phone({ scans: null }).certificate.sign(text))
  await says('获取二维码失败！')
})

test('[ACC-7] a code that the helper no longer knows is replaced', async () => {
  await renderInSession(<PhoneCodeDialog />)
  const helper = { scans: startHelper() }
  const { certificate, shown } = phone(helper)
  ask(certificate.sign(text))
  await picture()
  helper.scans = startHelper()
  await says('获取状态失败！')
  await waitFor(() => expect(shown).toHaveLength(2))
})

test('[CER-3] a missing source, data or certificate is reported', async () => {
  await renderInSession(<PhoneCodeDialog />)
  const helper = { scans: startHelper() }
  ask(phone(helper).certificate.sign(new Uint8Array()))
  await says('缺少SourceString！')
  ask(phone(helper).certificate.unwrap(''))
  await says('缺少Data！')
  ask(phone(helper, '').certificate.sign(text))
  await says('缺少CertInfo！')
})

test('a phone that declines and an empty answer are reported', async () => {
  await renderInSession(<PhoneCodeDialog />)
  const helper = { scans: startHelper() }
  const { certificate, shown } = phone(helper)
  ask(certificate.unwrap('wrapped'))
  await picture()
  await helper.scans.answer(shown[0] ?? '', null)
  await says('扫码失败！')
  const empty: CertificateHelper = { certificatePem, sign: async () => '', unwrap: async () => '' }
  await waitFor(() => expect(shown).toHaveLength(2))
  await helper.scans.answer(shown[1] ?? '', empty)
  await says('缺少Data！')
  act(() => phoneCode.getState().shown?.cancel())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
