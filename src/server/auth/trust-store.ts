import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '#lib/ports.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { MessageCode } from '#protocol/messages/codes.ts'
import { type CertificateInfo, readCertificate } from '#seal/certificate.ts'
import { checkTrust, openTrust, type Trust, type TrustProblem } from '#seal/trust.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { filesUnder, readCertificates, readLists } from './trust-files.ts'

/** Shortest time between two looks at the files; a new revocation list takes effect within it. */
const lookMilliseconds = 2000

/** The certificate authorities that the server trusts, and their revocation lists. */
export interface TrustStore {
  /** Refuses a certificate that is not from a trusted authority, not valid now, or revoked. */
  check(pem: string): Promise<Result<CertificateInfo, Refusal>>
  /**
   * The same for certificates that the platform enrolled or that sign, where authorities are configured. Without them
   * every well-formed certificate that the platform enrolled is accepted.
   */
  checkEnrolled(pem: string): Promise<Result<CertificateInfo, Refusal>>
  /** Changes whenever authorities or revocation lists change. */
  version(): Promise<string>
}

type TrustSettings = Pick<
  Settings,
  'trustRoots' | 'revocationLists' | 'revocationPolicy' | 'demo' | 'dataDir'
>

/**
 * Reads the authorities and their revocation lists, and again when a file changes. Throws when `TRUST_ROOTS` has no
 * root certificate. Later read errors are logged, and what was read before stays in force.
 */
export async function createTrustStore(
  settings: TrustSettings,
  clock: Clock,
  logger: Logger,
): Promise<TrustStore> {
  const { trustRoots, revocationLists, revocationPolicy: policy, demo, dataDir } = settings
  // The demo writes its authority beside its certificates, possibly while the server runs.
  const rootPaths = [
    ...(trustRoots ? [trustRoots] : []),
    ...(demo ? [join(dataDir, 'demo/authority.pem')] : []),
  ]
  let known = await load(await look())
  let looked = clock()
  if (trustRoots && known.trust.roots.length === 0)
    throw new Error(`TRUST_ROOTS: no root certificate in ${trustRoots}`)

  async function look() {
    const roots = (await Promise.all(rootPaths.map(filesUnder))).flat()
    const lists = revocationLists ? await filesUnder(revocationLists) : []
    return { roots, lists, mark: [...roots, ...lists].map(({ mark }) => mark).join('\n') }
  }

  async function load({
    roots,
    lists,
    mark,
  }: Awaited<ReturnType<typeof look>>): Promise<{ mark: string; trust: Trust }> {
    const { trust, rejected } = await openTrust({
      certificates: (await Promise.all(roots.map(readCertificates))).flat(),
      revocationLists: (await Promise.all(lists.map(readLists))).flat(),
      policy,
    })
    if (rejected.certificates + rejected.revocationLists > 0) {
      logger.warn(rejected, 'certificates or revocation lists of no known authority were left out')
    }
    return { mark, trust }
  }

  async function current(): Promise<typeof known> {
    if (clock() - looked >= lookMilliseconds) {
      looked = clock()
      try {
        const seen = await look()
        if (seen.mark !== known.mark) known = await load(seen)
      } catch (error) {
        logger.error({ err: error }, 'the trusted authorities could not be read again')
      }
    }
    return known
  }

  async function check(pem: string): Promise<Result<CertificateInfo, Refusal>> {
    const checked = await checkTrust(pem, (await current()).trust, clock())
    return checked.ok ? checked : refuse(refusals[checked.error])
  }

  return {
    check,
    version: async () => (await current()).mark,
    async checkEnrolled(pem) {
      if (trustRoots) return check(pem)
      const info = readCertificate(pem)
      return info.ok ? ok(info.value) : err({ code: 'malformed-certificate', params: {} })
    },
  }
}

const refusals: Readonly<Record<TrustProblem, MessageCode>> = {
  'malformed-certificate': 'malformed-certificate',
  'unsupported-key': 'certificate-unsuitable',
  'wrong-use': 'certificate-unsuitable',
  'untrusted-issuer': 'certificate-untrusted',
  'not-yet-valid': 'certificate-expired',
  expired: 'certificate-expired',
  revoked: 'certificate-revoked',
  'revocation-unknown': 'certificate-status-unknown',
}
