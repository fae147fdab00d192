import { BitString, fromBER } from 'asn1js'
import { BasicConstraints, type Certificate, ExtKeyUsage } from 'pkijs'

export const extensionId = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const

/** The bits of keyUsage, as octet and mask (RFC 5280, 4.2.1.3). */
const usageBits = {
  sign: [0, 0xc0],
  signCertificates: [0, 0x04],
  signRevocationLists: [0, 0x02],
} as const

/** Purposes of a holder's certificate: client login, e-mail, document signing, any. */
const holderPurposes = new Set([
  '1.3.6.1.5.5.7.3.2',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '2.5.29.37.0',
])

/** Whether keyUsage allows this; without keyUsage everything is allowed. Throws on a malformed one. */
export function mayDo(certificate: Certificate, use: keyof typeof usageBits): boolean {
  const extension = extensionOf(certificate, extensionId.keyUsage)
  if (!extension) return true
  const { result } = fromBER(extension.extnValue.valueBlock.valueHexView)
  if (!(result instanceof BitString)) throw new TypeError('keyUsage is no bit string')
  const [octet, mask] = usageBits[use]
  return ((result.valueBlock.valueHexView[octet] ?? 0) & mask) !== 0
}

/** How many authorities may be between this authority and a holder; null where it is not an authority's certificate. */
export function authorityDepth(certificate: Certificate): number | null {
  const constraints: unknown = extensionOf(certificate, extensionId.basicConstraints)?.parsedValue
  if (!(constraints instanceof BasicConstraints) || !constraints.cA) return null
  const { pathLenConstraint: depth } = constraints
  return depth === undefined ? Number.POSITIVE_INFINITY : Number(depth)
}

/** Whether extendedKeyUsage allows login and signing. */
export function isForHolders(certificate: Certificate): boolean {
  const extension = extensionOf(certificate, extensionId.extendedKeyUsage)
  if (!extension) return true
  const purposes: unknown = extension.parsedValue
  return (
    purposes instanceof ExtKeyUsage && purposes.keyPurposes.some((purpose) => holderPurposes.has(purpose))
  )
}

/** Whether it has an unknown critical extension; such a certificate must not be trusted. */
export function hasUnknownDemands(certificate: Certificate): boolean {
  const known: readonly string[] = Object.values(extensionId)
  return (certificate.extensions ?? []).some(({ critical, extnID }) => critical && !known.includes(extnID))
}

function extensionOf(certificate: Certificate, id: string) {
  const found = (certificate.extensions ?? []).filter(({ extnID }) => extnID === id)
  if (found.length > 1) throw new TypeError('an extension stands twice')
  return found[0]
}
