import { encryptPassword } from '#client/auth/password.ts'
import { api } from '#client/net/api.ts'
import { useVariant } from '#client/store/variant.tsx'
import type { Result } from '#lib/result.ts'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { useProjectType } from './ProjectTypeSwitch.tsx'
import type { LoginQr } from './use-login-qr.ts'

export type LoginAttempt = Promise<Result<LoginAnswer, Failure>>

export interface AccountProof {
  readonly account: string
  readonly password: string
  /** Of a solved slide puzzle; counts once. */
  readonly captchaToken: string
}

/** Whoever logs in is told after so many milliseconds of waiting that the server does not answer. */
const patience = 30_000

/** Has the calls of one login share that time; what its holder takes to sign in between does not count. */
function inTime() {
  let left = patience
  return async <T>(ask: (options: { readonly signal: AbortSignal }) => Promise<T>): Promise<T> => {
    const began = performance.now()
    try {
      return await ask({ signal: AbortSignal.timeout(Math.ceil(left)) })
    } finally {
      left = Math.max(0, left - (performance.now() - began))
    }
  }
}

/**
 * The ways to log in as one kind of user: each proves who somebody is and yields the server's answer. What proves it
 * (password, certificate's key, code's secret) is kept nowhere.
 */
export function useLoginMethods(role: PersonRole) {
  const { accountLogin, certificateLogin, licenceLogin } = useVariant().userTypes
  const GCLX = useProjectType()

  /** By account; the password leaves the page only under the server's public key (ACC-3). */
  async function account({ account, password, captchaToken }: AccountProof): LoginAttempt {
    const within = inTime()
    const key = await within((options) => api('getPublicKey', options))
    if (!key.ok) return key
    const PwdEnc = await encryptPassword(key.value.key, password)
    const EnumUserType = accountLogin[role]
    const body = { UserCode: account, PwdEnc, CaptchaToken: captchaToken, EnumUserType }
    return within((options) => api('getOauth1', { ...options, body }))
  }

  /** By signing the server's challenge (ACC-4). */
  async function certificate(helper: CertificateHelper): LoginAttempt {
    const within = inTime()
    const challenge = await within((options) => api('CAGetCaToken', options))
    if (!challenge.ok) return challenge
    const signed = await sign(helper, challenge.value.Token)
    const EnumUserType = certificateLogin[role]
    const body = { ...signed, GCLX, EnumUserType }
    return within((options) => api('getOauth1', { ...options, body }))
  }

  /** By electronic business licence: as by certificate, with a user type of its own (ACC-5). */
  async function licence(helper: CertificateHelper): LoginAttempt {
    const within = inTime()
    const challenge = await within((options) => api('CAGetCaToken', options))
    if (!challenge.ok) return challenge
    const signed = await sign(helper, challenge.value.Token)
    // A region that lists the way but no type for it is refused by the server, with its reason.
    const EnumUserType = licenceLogin[role] ?? 0
    const body = { ...signed, LoginType: 1 as const, EnumUserType }
    return within((options) => api('licenseLogin', { ...options, body }))
  }

  /** By a code that a phone has confirmed. */
  const qr = ({ QRID, QRSecret }: LoginQr): LoginAttempt =>
    inTime()((options) => api('GetOauth4', { ...options, body: { QRID, QRSecret } }))

  /** By code alone, on servers for development. */
  const test = (userCode: string): LoginAttempt =>
    inTime()((options) => api('testLogin', { ...options, body: { UserCode: userCode.trim() } }))

  return { account, certificate, licence, qr, test }
}

/** Signing is much code; who logs in by account does not load it. */
async function sign(helper: CertificateHelper, token: string) {
  const { signChallenge } = await import('#seal/login-challenge.ts')
  return signChallenge(helper, token)
}
