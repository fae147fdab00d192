import { epochOf } from '#lib/time.ts'

/** What a certificate is worth for a bid: `fits` opens, confirms and signs it. */
export type CertificateVerdict = 'fits' | 'other-unit' | 'other-certificate' | 'not-valid' | 'unreadable'

interface Bid {
  readonly unitCode: string
  /** The certificate that the bidder was enrolled with, in PEM; null where the viewer does not know it. */
  readonly enrolled: string | null
  /** The signed manifests of the bid's files, each with the certificate that sealed it. */
  readonly manifests: readonly string[]
}

/** Compares an open certificate with those that sealed the bid, or before a bid with the enrolled one; `now` in ms. */
export async function verdictOn(pem: string, bid: Bid, now: number): Promise<CertificateVerdict> {
  // The certificate code is large; it is loaded with the certificate's form anyway.
  const [{ readCertificate }, { verifyManifest }] = await Promise.all([
    import('#seal/certificate.ts'),
    import('#seal/manifest.ts'),
  ])
  const print = (text: string) => {
    const read = readCertificate(text)
    return read.ok ? read.value.fingerprint : null
  }
  const found = readCertificate(pem)
  if (!found.ok) return 'unreadable'
  const { unitCode, fingerprint, notBefore, notAfter } = found.value
  if (unitCode !== bid.unitCode) return 'other-unit'
  const read = await Promise.all(bid.manifests.map(verifyManifest))
  const sealed = read.flatMap((manifest) => (manifest.ok ? [manifest.value.certificatePem] : []))
  const wanted = sealed.length > 0 ? sealed : bid.enrolled === null ? [] : [bid.enrolled]
  if (wanted.some((other) => print(other) !== fingerprint)) return 'other-certificate'
  return now < epochOf(notBefore) || now > epochOf(notAfter) ? 'not-valid' : 'fits'
}
