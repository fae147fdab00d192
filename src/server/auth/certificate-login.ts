import { ok, type Result } from '#lib/result.ts'
import type { LoginRequest } from '#protocol/calls/access.ts'
import { pemFromWire } from '#seal/certificate.ts'
import { isChallengeSigned } from '#seal/login-challenge.ts'
import type { LoginMode } from '#variants/access-schema.ts'
import { type PersonRole, personRoles } from '#variants/common-schema.ts'
import type { Variant } from '#variants/schema.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { AccountRow } from './accounts.ts'
import { isOffered } from './login-types.ts'

type Needs = Pick<Services, 'accounts' | 'certificateChallenge' | 'settings' | 'trust'>

/** The certificate fields of `getOauth1` and of `licenseLogin`. */
export type CertificateLogin = Pick<
  LoginRequest,
  'UserCode' | 'UserQiYeCode' | 'EnumUserType' | 'Token' | 'SignedString' | 'CertBase64'
>

/** An account, and the certificate (PEM) that proved it. */
export interface Certified {
  readonly account: AccountRow
  readonly certificate: string
}

/**
 * The account that a certificate proves (ACC-4): its key signed a fresh challenge of this server, a trusted authority
 * issued it, and the unit it names has an account in a role that EnumUserType asks for. Of several such accounts
 * UserCode names one.
 */
export function certificateLogin(
  services: Needs,
  body: CertificateLogin,
): Promise<Result<Certified, Refusal>> {
  return logIn(services, body, 'certificate')
}

/** The same by electronic business licence, which has user types of its own (ACC-5). */
export function licenceLogin(services: Needs, body: CertificateLogin): Promise<Result<Certified, Refusal>> {
  return logIn(services, body, 'licence')
}

async function logIn(
  services: Needs,
  body: CertificateLogin,
  mode: 'certificate' | 'licence',
): Promise<Result<Certified, Refusal>> {
  const { certificateChallenge, settings } = services
  const asked = rolesOf(settings.variant, body.EnumUserType, mode)
  if (asked.length === 0) return refuse('wrong-user-type')
  const roles = asked.filter((role) => isOffered(settings.variant, role, mode))
  if (roles.length === 0) return refuse('login-way-closed')
  const { Token = '', SignedString = '', CertBase64 = '' } = body
  if (!(await certificateChallenge.use(Token))) return refuse('challenge-invalid')
  const pem = pemFromWire(CertBase64)
  if (!pem) return refuse('malformed-certificate')
  if (!(await isChallengeSigned(pem, Token, SignedString))) return refuse('certificate-signature-wrong')
  const trusted = await services.trust.check(pem)
  if (!trusted.ok) return trusted
  const { unitCode } = trusted.value
  const claimed = body.UserQiYeCode?.trim()
  if (!unitCode || (claimed && claimed !== unitCode)) return refuse('certificate-wrong-unit')
  const account = await accountOf(services, { unitCode, roles, userCode: body.UserCode.trim() })
  return account.ok ? ok({ account: account.value, certificate: pem }) : account
}

/** Several roles may have the same number: the licence login has one for all (ACC-5). */
function rolesOf(
  { userTypes }: Variant,
  type: number | undefined,
  mode: LoginMode & ('certificate' | 'licence'),
): readonly PersonRole[] {
  const types = mode === 'licence' ? userTypes.licenceLogin : userTypes.certificateLogin
  return personRoles.options.filter((role) => type !== undefined && types[role] === type)
}

async function accountOf(
  { accounts }: Needs,
  { unitCode, roles, userCode }: { unitCode: string; roles: readonly PersonRole[]; userCode: string },
): Promise<Result<AccountRow, Refusal>> {
  // Some systems send the unit's code as the user's.
  const isNamed = userCode !== '' && userCode !== unitCode
  const account = isNamed ? await accounts.findByCode(userCode) : await accounts.findByUnit(unitCode, roles)
  if (!account || account.disabledAt) return refuse('certificate-unknown')
  const isTheirs = account.unitCode === unitCode && roles.some((role) => role === account.role)
  return isTheirs ? ok(account) : refuse('certificate-wrong-unit')
}
