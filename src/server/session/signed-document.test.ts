import { expect, test } from 'vitest'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import { readCertificate } from '#seal/certificate.ts'
import { signDocument } from '#seal/signed-document.ts'
import { firstBidder, secondBidder } from '#seal/test-certificates.ts'
import { helperOf, must } from '#seal/test-helpers.ts'
import { stateAfter } from '#test/domain/given.ts'
import { readSignature } from './signed-document.ts'

const session = '0b6f2c1e-6a44-4c7b-9f0b-6f1f5d0a7a11'
const hash = 'a'.repeat(64)
const { certificatePem } = await helperOf(firstBidder)
const holder = must(readCertificate(certificatePem))
const bidderCode = holder.unitCode ?? ''
/** A section in which the first bidder is enrolled with their certificate. */
const enrolled: SessionState = {
  ...stateAfter([]),
  bidders: { [bidderCode]: { certificate: certificatePem } as BidderState },
}

/** The code with which a signature is refused for the overview; null when it is accepted. */
async function refusalOf(
  signer: typeof firstBidder,
  document: SignedDocument['document'] = 'overview',
): Promise<string | null> {
  const jws = await signDocument(await helperOf(signer), signedDocumentType, { document, session, hash })
  const expected = { session, document: 'overview', bidderCode } as const
  const now = Date.parse(holder.notBefore) + 1
  const trust = { checkEnrolled: async (pem: string) => readCertificate(pem) as never }
  const read = await readSignature(jws, expected, enrolled, { now, trust })
  return read.ok ? null : read.error.code
}

test('[END-8] only the certificate that the bidder is enrolled with can confirm', async () => {
  expect(await refusalOf(firstBidder)).toBeNull()
  expect(await refusalOf(secondBidder)).toBe('certificate-mismatch')
  expect(await refusalOf(firstBidder, 'opening-record')).toBe('stale-document')
})
