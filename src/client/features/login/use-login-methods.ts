import { encryptPassword } from '#client/auth/password.ts'
import { api } from '#client/net/api.ts'
import { useVariant } from '#client/store/variant.tsx'
import type { Result } from '#lib/result.ts'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { useProjectType } from './ProjectTypeSwitch.tsx'
import type { LoginQr } from './QrLogin.tsx'

export type LoginAttempt = Promise<Result<LoginAnswer, Failure>>

export interface AccountProof {
  readonly account: string
  readonly password: string
  /** Token of a solved slide puzzle, valid once. */
  readonly captchaToken: string
}

/** The longest wait for the server's answers in one login, in milliseconds. */
const loginTimeout = 30_000

/** A timeout shared by the calls of one login; time between calls, in which the user signs, does not count. */
function sharedTimeout() {
  let left = loginTimeout
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
 * The login methods for one kind of user; each yields the server's answer. No credential (password, certificate key,
 * secret of a QR code) is stored.
 */
export function useLoginMethods(role: PersonRole) {
  const { accountLogin, certificateLogin, licenceLogin } = useVariant().userTypes
  const GCLX = useProjectType()

  /** By account; the password is encrypted with the server's public key before it is sent (ACC-3). */
  async function account({ account, password, captchaToken }: AccountProof): LoginAttempt {
    const withTimeout = sharedTimeout()
    const key = await withTimeout((options) => api('getPublicKey', options))
    if (!key.ok) return key
    const PwdEnc = await encryptPassword(key.value.key, password)
    const EnumUserType = accountLogin[role]
    const body = { UserCode: account, PwdEnc, CaptchaToken: captchaToken, EnumUserType }
    return withTimeout((options) => api('getOauth1', { ...options, body }))
  }

  /** By signing the server's challenge (ACC-4). */
  async function certificate(helper: CertificateHelper): LoginAttempt {
    const withTimeout = sharedTimeout()
    const challenge = await withTimeout((options) => api('CAGetCaToken', options))
    if (!challenge.ok) return challenge
    const signed = await sign(helper, challenge.value.Token)
    const EnumUserType = certificateLogin[role]
    const body = { ...signed, GCLX, EnumUserType }
    return withTimeout((options) => api('getOauth1', { ...options, body }))
  }

  /** By electronic business licence: as by certificate, with a user type of its own (ACC-5). */
  async function licence(helper: CertificateHelper): LoginAttempt {
    const withTimeout = sharedTimeout()
    const challenge = await withTimeout((options) => api('CAGetCaToken', options))
    if (!challenge.ok) return challenge
    const signed = await sign(helper, challenge.value.Token)
    // Without a user type for this method in the region's settings the server refuses the login with a reason.
    const EnumUserType = licenceLogin[role] ?? 0
    const body = { ...signed, LoginType: 1 as const, EnumUserType }
    return withTimeout((options) => api('licenseLogin', { ...options, body }))
  }

  /** By a QR code that was confirmed on a phone. */
  const qr = ({ QRID, QRSecret }: LoginQr): LoginAttempt =>
    sharedTimeout()((options) => api('GetOauth4', { ...options, body: { QRID, QRSecret } }))

  /** By account code alone, on development servers. */
  const test = (userCode: string): LoginAttempt =>
    sharedTimeout()((options) => api('testLogin', { ...options, body: { UserCode: userCode.trim() } }))

  return { account, certificate, licence, qr, test }
}

/** The signing code is large; it is loaded for certificate logins only. */
async function sign(helper: CertificateHelper, token: string) {
  const { signChallenge } = await import('#seal/login-challenge.ts')
  return signChallenge(helper, token)
}
