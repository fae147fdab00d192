import type { Certificate } from 'pkijs'
import { err, ok, type Result } from '#lib/result.ts'
import { type CertificateInfo, infoOf, parsePem } from './certificate.ts'
import { authorityDepth, hasUnknownDemands, isForHolders, mayDo } from './certificate-extensions.ts'
import { isSignedBy } from './issued-signature.ts'
import { keyUseOf } from './key-use.ts'
import {
  type RevocationList,
  type RevocationPolicy,
  readRevocationList,
  revocationProblem,
} from './revocation.ts'

/** The trusted authorities and their revocation lists; made by `openTrust`. */
export interface Trust {
  readonly roots: readonly Certificate[]
  readonly intermediates: readonly Certificate[]
  readonly lists: readonly RevocationList[]
  readonly policy: RevocationPolicy
}

export type TrustProblem =
  | 'malformed-certificate'
  | 'unsupported-key'
  | 'untrusted-issuer'
  | 'not-yet-valid'
  | 'expired'
  | 'wrong-use'
  | 'revoked'
  | 'revocation-unknown'

/** Limit of authorities between a root and a holder; one or two are usual. */
const deepestPath = 5

/**
 * Reads PEM certificates and revocation lists (DER). Self-signed authorities are roots; other authorities must lead to
 * a root. `rejected` counts certificates that are not of an authority, and lists that no authority signed.
 */
export async function openTrust(source: {
  certificates: readonly string[]
  revocationLists: readonly Uint8Array[]
  policy: RevocationPolicy
}): Promise<{ trust: Trust; rejected: { certificates: number; revocationLists: number } }> {
  const authorities = source.certificates.flatMap((pem) => {
    const certificate = parsePem(pem)
    return certificate && isAuthority(certificate) ? [certificate] : []
  })
  const isRoot = await Promise.all(authorities.map((authority) => isIssuedBy(authority, authority)))
  const read = await Promise.all(source.revocationLists.map((der) => readRevocationList(der, authorities)))
  const lists = read.filter((list) => list !== null)
  return {
    trust: {
      roots: authorities.filter((_, index) => isRoot[index]),
      intermediates: authorities.filter((_, index) => !isRoot[index]),
      lists,
      policy: source.policy,
    },
    rejected: {
      certificates: source.certificates.length - authorities.length,
      revocationLists: read.length - lists.length,
    },
  }
}

/**
 * Whether a holder's certificate is trusted at a time (epoch milliseconds): a path of signatures leads to a root, every
 * authority in it may issue and is within its path length, all certificates are valid at that time, none is revoked,
 * and the holder's key may sign.
 */
export async function checkTrust(
  pem: string,
  trust: Trust,
  at: number,
): Promise<Result<CertificateInfo, TrustProblem>> {
  const certificate = parsePem(pem)
  const info = certificate && infoOf(certificate, pem)
  if (!certificate || !info) return err('malformed-certificate')
  if (!keyUseOf(certificate.subjectPublicKeyInfo)) return err('unsupported-key')
  const paths = await pathsFrom(certificate, trust, [])
  const problems = paths.map((path) => pathProblem(path, trust, at))
  if (problems.length === 0) return err('untrusted-issuer')
  if (!problems.includes(null)) return err(problems.find((problem) => problem !== null) ?? 'untrusted-issuer')
  return isHolder(certificate) ? ok(info) : err('wrong-use')
}

type Path = readonly Certificate[]

/** Every path of signatures from this certificate to a root; `below` are the certificates between it and the holder. */
async function pathsFrom(certificate: Certificate, trust: Trust, below: Path): Promise<Path[]> {
  const path = [...below, certificate]
  if (below.length > 0 && trust.roots.includes(certificate)) return [path]
  if (below.length > deepestPath) return []
  const authorities = [...trust.roots, ...trust.intermediates].filter(
    (authority) => !path.includes(authority),
  )
  const found = await Promise.all(
    authorities.map(async (authority) =>
      // The holder itself does not count as an authority.
      (authorityDepth(authority) ?? -1) >= below.length && (await isIssuedBy(certificate, authority))
        ? pathsFrom(authority, trust, path)
        : [],
    ),
  )
  return found.flat()
}

function pathProblem(path: Path, { lists, policy }: Trust, at: number): TrustProblem | null {
  for (const [index, certificate] of path.entries()) {
    const { notBefore, notAfter } = certificate
    // An invalid time fails these comparisons and is refused.
    if (!(at >= notBefore.value.getTime())) return 'not-yet-valid'
    if (!(at <= notAfter.value.getTime())) return 'expired'
    const authority = path[index + 1]
    const revoked = authority && revocationProblem(certificate, authority, lists, { policy, at })
    if (revoked) return revoked
  }
  return null
}

function isHolder(certificate: Certificate): boolean {
  try {
    return (
      authorityDepth(certificate) === null &&
      mayDo(certificate, 'sign') &&
      isForHolders(certificate) &&
      !hasUnknownDemands(certificate)
    )
  } catch {
    return false
  }
}

function isAuthority(certificate: Certificate): boolean {
  try {
    const isOne = authorityDepth(certificate) !== null && mayDo(certificate, 'signCertificates')
    return isOne && !hasUnknownDemands(certificate) && keyUseOf(certificate.subjectPublicKeyInfo) !== null
  } catch {
    return false
  }
}

async function isIssuedBy(certificate: Certificate, authority: Certificate): Promise<boolean> {
  return certificate.issuer.isEqual(authority.subject) && isSignedBy(certificate, authority)
}
