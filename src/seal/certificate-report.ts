import { bytesToHex } from '@noble/hashes/utils.js'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { biddersOf, filesOf } from '#domain/submission/bids.ts'
import { epochOf } from '#lib/time.ts'
import { type CertificateInfo, parsePem, readCertificate } from './certificate.ts'

/**
 * What the report says of a bidder's certificate (CER-4): it was used and is in order; nothing was signed or opened with
 * it; it was not valid at the opening time; a signature is by another certificate; it cannot be read.
 */
export type CertificateVerdict = 'sound' | 'unused' | 'not-valid' | 'other-certificate' | 'unreadable'

/** One line of the CA report. */
export interface CertificateRow {
  readonly index: number
  readonly bidderCode: string
  readonly bidderName: string
  /** The certificate that the bidder was enrolled with; null where it cannot be read. */
  readonly certificate: (CertificateInfo & { readonly serialNumber: string }) | null
  /** How the keys of the bidder's files were handed over: by this certificate, or by a printed file key. */
  readonly decrypted: readonly ('certificate' | 'file-key')[]
  readonly confirmed: boolean
  readonly signed: boolean
  readonly verdict: CertificateVerdict
}

/** The CA report of the bidders whose certificates the viewer may see, in order of enrolment. */
export function certificateRows(state: SessionState): CertificateRow[] {
  const opensAt = state.tender ? epochOf(state.tender.opensAt) : null
  return biddersOf(state)
    .filter(({ certificate }) => certificate !== null)
    .map((bidder, position) => rowOf(bidder, position + 1, opensAt))
}

function rowOf(bidder: BidderState, index: number, opensAt: number | null): CertificateRow {
  const pem = bidder.certificate ?? ''
  const read = readCertificate(pem)
  const certificate = read.ok ? { ...read.value, serialNumber: serialNumberOf(pem) } : null
  const rounds = [bidder, ...(bidder.first ? [bidder.first] : [])]
  const signatures = rounds.flatMap(({ confirmation, signature }) =>
    [confirmation ?? [], signature ?? []].flat(),
  )
  const methods = filesOf(bidder).flatMap(({ method }) => method ?? [])
  const row = {
    index,
    bidderCode: bidder.code,
    bidderName: bidder.name,
    certificate,
    decrypted: [...new Set(methods)],
    confirmed: rounds.some(({ confirmation }) => confirmation !== null),
    signed: rounds.some(({ signature }) => signature !== null),
  }
  return { ...row, verdict: verdictOf(row, signatures, opensAt) }
}

function verdictOf(
  { certificate, decrypted }: Pick<CertificateRow, 'certificate' | 'decrypted'>,
  signatures: readonly { readonly fingerprint: string }[],
  opensAt: number | null,
): CertificateVerdict {
  if (!certificate) return 'unreadable'
  const { fingerprint, notBefore, notAfter } = certificate
  if (signatures.some((one) => one.fingerprint !== fingerprint)) return 'other-certificate'
  if (opensAt !== null && (opensAt < epochOf(notBefore) || opensAt > epochOf(notAfter))) return 'not-valid'
  return signatures.length === 0 && !decrypted.includes('certificate') ? 'unused' : 'sound'
}

/** The serial number in hexadecimal, as certificate authorities print it. */
function serialNumberOf(pem: string): string {
  const certificate = parsePem(pem)
  return certificate ? bytesToHex(certificate.serialNumber.valueBlock.valueHexView).toUpperCase() : ''
}
