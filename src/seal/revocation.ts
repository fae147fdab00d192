import { bytesToHex } from '@noble/hashes/utils.js'
import { type Certificate, CertificateRevocationList } from 'pkijs'
import { plainBytes } from './bytes.ts'
import { mayDo } from './certificate-extensions.ts'
import { isSignedBy } from './issued-signature.ts'

/**
 * A revocation list with a valid signature of a known authority; times are epoch milliseconds. An authority whose
 * certificate was renewed has several certificates for one key; the list applies to all of them.
 */
export interface RevocationList {
  readonly authorities: readonly Certificate[]
  readonly issuedAt: number
  /** Null where the authority names no time for the next list; such a list never becomes stale. */
  readonly nextAt: number | null
  /** When each certificate was revoked, by its serial number in hex. */
  readonly revoked: ReadonlyMap<string, number>
}

export type RevocationProblem = 'revoked' | 'revocation-unknown'

/**
 * When certificates are refused because of their authority's list. `listed`: the list is stale; `required`: it is stale
 * or missing; `lenient`: neither. A listed certificate is always refused.
 */
export type RevocationPolicy = 'listed' | 'required' | 'lenient'

/**
 * Reads a revocation list (DER); null on anything that is not a whole list signed by one of these authorities.
 * Partial lists (delta lists, lists of one distribution point) are marked by critical extensions and are not read.
 */
export async function readRevocationList(
  der: Uint8Array,
  authorities: readonly Certificate[],
): Promise<RevocationList | null> {
  try {
    const list = CertificateRevocationList.fromBER(plainBytes(der))
    if (list.crlExtensions?.extensions.some(({ critical }) => critical)) return null
    const signers: Certificate[] = []
    for (const authority of authorities) {
      const isIssuer = list.issuer.isEqual(authority.subject) && mayDo(authority, 'signRevocationLists')
      if (isIssuer && (await isSignedBy(list, authority))) signers.push(authority)
    }
    return signers.length > 0 ? listOf(list, signers) : null
  } catch {
    return null
  }
}

/** Why the lists refuse a certificate of this authority at a time (epoch milliseconds); null if they do not. */
export function revocationProblem(
  { serialNumber }: Certificate,
  authority: Certificate,
  lists: readonly RevocationList[],
  { policy, at }: { policy: RevocationPolicy; at: number },
): RevocationProblem | null {
  const own = lists.filter((list) => list.authorities.includes(authority) && list.issuedAt <= at)
  const serial = serialOf(serialNumber)
  if (own.some(({ revoked }) => (revoked.get(serial) ?? Number.POSITIVE_INFINITY) <= at)) return 'revoked'
  if (policy === 'lenient') return null
  if (own.length === 0) return policy === 'required' ? 'revocation-unknown' : null
  return own.some(({ nextAt }) => nextAt === null || at <= nextAt) ? null : 'revocation-unknown'
}

function listOf(list: CertificateRevocationList, authorities: readonly Certificate[]): RevocationList {
  const revoked = new Map<string, number>()
  for (const { userCertificate, revocationDate } of list.revokedCertificates ?? []) {
    revoked.set(serialOf(userCertificate), revocationDate.value.getTime())
  }
  const nextAt = list.nextUpdate?.value.getTime() ?? null
  return { authorities, issuedAt: list.thisUpdate.value.getTime(), nextAt, revoked }
}

function serialOf({ valueBlock }: Certificate['serialNumber']): string {
  return bytesToHex(valueBlock.valueHexView).replace(/^(00)+(?=..)/, '')
}
