import type { Result } from '#lib/result.ts'
import type { CertificateHelper } from './certificate-helper.ts'
import { createSessionKey } from './layers.ts'
import { type SealedBid, type SealRequest, sealBid } from './seal-bid.ts'
import { softwareCertificate } from './software-certificate.ts'
import { firstBidder } from './test-certificates.ts'

const testNow = Date.UTC(2026, 0, 15, 1, 30)

/** The value of a result; throws where it is an error. */
export function must<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`unexpected failure: ${JSON.stringify(result.error)}`)
  return result.value
}

const helpers = new Map<Uint8Array, Promise<CertificateHelper>>()

export function helperOf(bidder: { p12: Uint8Array; password: string }): Promise<CertificateHelper> {
  const known = helpers.get(bidder.p12) ?? softwareCertificate(bidder.p12, bidder.password).then(must)
  helpers.set(bidder.p12, known)
  return known
}

export const testSession = await createSessionKey()

export async function sealRequest(changes: Partial<SealRequest> = {}): Promise<SealRequest> {
  return {
    sessionId: 'session-1',
    bidderCode: 'B01',
    fileId: '6f1e3f0a-7f0e-4c8e-9b7a-2d7a4a1f9c11',
    figures: { price: '1234567.80', days: '365' },
    files: [{ name: '投标函.pdf', bytes: new Uint8Array([1, 2, 3]) }],
    sessionRecipient: testSession.recipient,
    certificate: await helperOf(firstBidder),
    random: (length) => new Uint8Array(length).fill(7),
    now: () => testNow,
    ...changes,
  }
}

type KeyedBid = SealedBid & { readonly fileKey: string; readonly identity: string }

export async function sealed(changes: Partial<SealRequest> = {}): Promise<KeyedBid> {
  const { fileKey, identity, ...bid } = must(await sealBid(await sealRequest(changes)))
  if (fileKey === null || identity === null) throw new Error('sealed without a key')
  return { ...bid, fileKey, identity }
}
