import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { err } from '#lib/result.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import { CertificateFileForm } from './CertificateFileForm.tsx'
import { openSoftwareCertificate } from './certificate-helpers.ts'

vi.mock('./certificate-helpers.ts', () => ({ openSoftwareCertificate: vi.fn() }))

afterEach(() => void vi.resetAllMocks())

test('an error is shown until another file is chosen, another password typed, or it is submitted again', async () => {
  await renderInSession(
    <CertificateFileForm submit={<button type="submit">打开</button>} onOpened={async () => {}} />,
  )
  const open = () => act(async () => screen.getByRole('button').click())
  const problem = () => screen.queryByRole('alert')?.textContent ?? null
  const file = await screen.findByLabelText(/^证书文件/)
  const password = screen.getByLabelText(/^证书密码/)
  await open()
  expect(problem()).toBe('请选择证书文件')
  fireEvent.change(file, { target: { files: [new File([''], 'a.p12')] } })
  expect(problem()).toBeNull()
  fireEvent.change(password, { target: { value: 'wrong' } })
  vi.mocked(openSoftwareCertificate).mockResolvedValueOnce(err('wrong-password'))
  await open()
  expect(problem()).toBe('证书密码不正确')
  vi.mocked(openSoftwareCertificate).mockReturnValueOnce(new Promise(() => {}))
  await open()
  expect(problem()).toBeNull()
})
