import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as certificates from '#client/certificates/CertificateForm.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { event } from '#domain/session/event.ts'
import { err } from '#lib/result.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { renderInSession, type Scene } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { full } from '#variants/full.ts'
import { LetterDialog } from './LetterDialog.tsx'
import * as signing from './sign-letter.ts'
import * as waiting from './use-letter-wait.ts'

/* Signing a letter after the wait, with an open certificate: the messages about the signature. */

const pdf = new TextEncoder().encode('%PDF-1.7 a letter')
const code = bidderCode(1)
const letter = event('CommitmentLetterCreated', { bidderCode: code, letterHash: sha256Hex(pdf) })
const closed = vi.fn()

beforeEach(() => {
  const certificate = { helper: {} as CertificateHelper, name: '投标人1' }
  vi.spyOn(certificates, 'CertificateForm').mockImplementation(() => <></>)
  vi.spyOn(certificates, 'useOwnCertificate').mockReturnValue(certificate)
  vi.spyOn(waiting, 'useLetterWait').mockReturnValue(0)
  vi.spyOn(signing, 'signLetter').mockResolvedValue('a.signed.letter')
})

afterEach(() => {
  vi.restoreAllMocks()
  closed.mockClear()
})

async function agree(scene: Scene = {}) {
  const { sent } = await renderInSession(<LetterDialog bidderCode={code} onClose={closed} />, {
    ...{ role: 'bidder', history: [...histories.submitted(), letter], variant: full, ...scene },
    serve: (path) => (path.includes('GetCNS') ? new Response(new Uint8Array(pdf)) : null),
  })
  await screen.findByText('letter in sight')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '同意并签署' })))
  return sent
}

test('after signing, a message says that the signature was saved and the dialog closes', async () => {
  const said = vi.spyOn(toast, 'success')
  const sent = await agree()
  expect(sent).toEqual([{ type: 'SignCommitmentLetter', payload: { jws: 'a.signed.letter' } }])
  expect(said).toHaveBeenCalledExactlyOnceWith('保存签章成功！')
  expect(closed).toHaveBeenCalledOnce()
})

test('a signature that is not recorded is reported as not saved and the dialog stays open', async () => {
  const said = vi.spyOn(toast, 'error')
  await agree({ answer: async () => err({ code: 'offline', message: '网络连接中断！', params: {} }) })
  expect(said).toHaveBeenCalledExactlyOnceWith('保存签章失败！网络连接中断！', 'offline')
  expect(closed).not.toHaveBeenCalled()
})

test('a certificate that fails to sign is reported, and nothing is sent', async () => {
  const said = vi.spyOn(toast, 'error')
  vi.mocked(signing.signLetter).mockRejectedValueOnce(new Error('the key was pulled out'))
  expect(await agree()).toEqual([])
  expect(said).toHaveBeenCalledExactlyOnceWith('签名失败，请检查证书后重试。')
  expect(closed).not.toHaveBeenCalled()
})
