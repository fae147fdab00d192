import { api } from '#client/net/api.ts'
import { encryptPassword } from '#client/net/password.ts'
import { useVariant } from '#client/variant.tsx'
import type { Result } from '#lib/result.ts'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { useProjectType } from './ProjectTypeSwitch.tsx'
import type { LoginQr } from './use-login-qr.ts'

export type Answered = Promise<Result<LoginAnswer, Failure>>

export interface AccountProof {
  readonly account: string
  readonly password: string
  /** Of a solved slide puzzle; counts once. */
  readonly captchaToken: string
}

/** Whoever logs in is told after so many milliseconds that the server does not answer. */
const patience = 30_000

const inTime = () => ({ signal: AbortSignal.timeout(patience) })

/**
 * The ways to log in as one kind of user: each proves who somebody is and yields the server's answer. What proves it
 * (password, certificate's key, code's secret) is kept nowhere.
 */
export function useWays(role: PersonRole) {
  const { accountLogin, certificateLogin, licenceLogin } = useVariant().userTypes
  const GCLX = useProjectType()

  /** By account; the password leaves the page only under the server's public key (S0 §5). */
  async function account({ account, password, captchaToken }: AccountProof): Answered {
    const key = await api('getPublicKey', inTime())
    if (!key.ok) return key
    const PwdEnc = await encryptPassword(key.value.key, password)
    const EnumUserType = accountLogin[role]
    return api('getOauth1', {
      ...inTime(),
      body: { UserCode: account, PwdEnc, CaptchaToken: captchaToken, EnumUserType },
    })
  }

  /** By signing the server's challenge (S0 §7). */
  async function certificate(helper: CertificateHelper): Answered {
    const challenge = await api('CAGetCaToken', inTime())
    if (!challenge.ok) return challenge
    const signed = await sign(helper, challenge.value.Token)
    const EnumUserType = certificateLogin[role]
    return api('getOauth1', { ...inTime(), body: { ...signed, GCLX, EnumUserType } })
  }

  /** By electronic business licence: as by certificate, with a user type of its own (S1 §7). */
  async function licence(helper: CertificateHelper): Answered {
    const challenge = await api('CAGetCaToken', inTime())
    if (!challenge.ok) return challenge
    const signed = await sign(helper, challenge.value.Token)
    // A region that lists the way but no type for it is refused by the server, with its reason.
    const EnumUserType = licenceLogin[role] ?? 0
    return api('licenseLogin', { ...inTime(), body: { ...signed, LoginType: 1, EnumUserType } })
  }

  /** By a code that a phone has confirmed. */
  const qr = ({ QRID, QRSecret }: LoginQr): Answered =>
    api('GetOauth4', { ...inTime(), body: { QRID, QRSecret } })

  /** By code alone, on servers for development. */
  const test = (userCode: string): Answered =>
    api('testLogin', { ...inTime(), body: { UserCode: userCode.trim() } })

  return { account, certificate, licence, qr, test }
}

/** Signing is much code; who logs in by account does not load it. */
async function sign(helper: CertificateHelper, token: string) {
  const { signChallenge } = await import('#seal/login-challenge.ts')
  return signChallenge(helper, token)
}
