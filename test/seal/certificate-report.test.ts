import { beforeAll, expect, test } from 'vitest'
import type { SessionState } from '#domain/session/state.ts'
import { readCertificate } from '#seal/certificate.ts'
import { certificateRows } from '#seal/certificate-report.ts'
import { createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'

let pem: string
let fingerprint: string
const now = () => openingTime

beforeAll(async () => {
  const authority = await createAuthority({ now, name: '测试机构' })
  const options = {
    unitCode: '91440300MA5TEST99A',
    name: '投标人1',
    password: 'p',
    now,
    keyType: 'P-256',
  } as const
  pem = (await issueCertificate(authority, options)).certificatePem
  const read = readCertificate(pem)
  if (!read.ok) throw new Error('unreadable')
  fingerprint = read.value.fingerprint
})

/** The first bidder with this certificate, whose signatures are by the one with the given fingerprint. */
function verdictOf(history: Parameters<typeof stateAfter>[0], certificate: string | null, signedBy: string) {
  const state: SessionState = stateAfter(history)
  const bidder = state.bidders[bidderCode(1)]
  if (!bidder) throw new Error('no bidder')
  bidder.certificate = certificate
  for (const one of ['confirmation', 'signature'] as const) {
    const made = bidder[one]
    if (made) Object.assign(bidder, { [one]: { ...made, fingerprint: signedBy } })
  }
  return certificateRows(state).find((row) => row.bidderCode === bidderCode(1))
}

test('[CER-4] the report names the certificate and what it was used for', () => {
  expect(verdictOf(histories.ended(), pem, fingerprint)).toMatchObject({
    ...{
      bidderCode: bidderCode(1),
      decrypted: ['certificate'],
      confirmed: true,
      signed: true,
      verdict: 'sound',
    },
    certificate: {
      issuerName: '测试机构',
      fingerprint,
      serialNumber: expect.stringMatching(/^[0-9A-F]{2,}$/),
    },
  })
})

test('[CER-4] the verdict says what is wrong', () => {
  expect(verdictOf(histories.ended(), pem, 'f'.repeat(64))?.verdict).toBe('other-certificate')
  expect(verdictOf(histories.ended(), 'nothing', fingerprint)?.verdict).toBe('unreadable')
  expect(verdictOf(histories.submitted(), pem, fingerprint)?.verdict).toBe('unused')
  const late = histories.submitted({ opensAt: '2099-01-01T00:00:00.000Z' })
  expect(verdictOf(late, pem, fingerprint)?.verdict).toBe('not-valid')
})

test('[CER-4] a bidder whose certificate the viewer may not see has no line', () => {
  expect(verdictOf(histories.ended(), null, fingerprint)).toBeUndefined()
})
