import { act, fireEvent, screen } from '@testing-library/react'
import { useTranslation } from 'react-i18next'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { err } from '#lib/result.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import { CertificateFileForm } from './CertificateFileForm.tsx'
import * as helpers from './certificate-helpers.ts'

const openSoftwareCertificate = vi.spyOn(helpers, 'openSoftwareCertificate')

afterEach(() => void openSoftwareCertificate.mockReset())
afterAll(() => openSoftwareCertificate.mockRestore())

/** The form, and a button that switches to English. */
function Form() {
  const { i18n } = useTranslation()
  return (
    <>
      <CertificateFileForm submit={<button type="submit">打开</button>} onOpened={async () => {}} />
      <button type="button" onClick={() => i18n.changeLanguage('en')}>
        English
      </button>
    </>
  )
}

const open = () => press(document.body, '打开')
const problem = () => screen.queryByRole('alert')?.textContent ?? null

test('an error is shown until another file is chosen, another password typed, or it is submitted again', async () => {
  await renderInSession(<Form />)
  const file = await screen.findByLabelText(/^证书文件/)
  const password = screen.getByLabelText(/^证书密码/)
  await open()
  expect(problem()).toBe('请选择证书文件')
  fireEvent.change(file, { target: { files: [new File([''], 'a.p12')] } })
  expect(problem()).toBeNull()
  fireEvent.change(password, { target: { value: 'wrong' } })
  openSoftwareCertificate.mockResolvedValueOnce(err('wrong-password'))
  await open()
  expect(problem()).toBe('证书密码不正确')
  openSoftwareCertificate.mockReturnValueOnce(new Promise(() => {}))
  await open()
  expect(problem()).toBeNull()
})

test('a password is only checked by opening the certificate; its error follows the language', async () => {
  await renderInSession(<Form />)
  const file = await screen.findByLabelText(/^证书文件/)
  const password = screen.getByLabelText(/^证书密码/)
  fireEvent.change(file, { target: { files: [new File([''], 'a.p12')] } })
  await act(async () => void fireEvent.blur(password))
  expect(problem()).toBeNull()
  await open()
  expect(problem()).toBe('请输入证书密码')
  await act(async () => void fireEvent.change(password, { target: { value: 'wrong' } }))
  await act(async () => void fireEvent.change(password, { target: { value: '' } }))
  expect(problem()).toBeNull()
  fireEvent.change(password, { target: { value: 'wrong' } })
  openSoftwareCertificate.mockResolvedValueOnce(err('wrong-password'))
  await open()
  expect(problem()).toBe('证书密码不正确')
  await press(document.body, 'English')
  expect(problem()).toBe('The certificate password is wrong')
})
