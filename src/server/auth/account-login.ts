import { err, ok, type Result } from '#lib/result.ts'
import type { LoginRequest } from '#protocol/calls/access.ts'
import { demoPassword } from '#protocol/demo-password.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { AccountRow } from './accounts.ts'
import { isOffered } from './login-types.ts'

/**
 * The account for a code and a password (ACC-1, ACC-2), after a solved puzzle and within the limit of attempts. An
 * unknown account and a wrong password get the same answer in the same time. That the account does not fit the tab is
 * answered only to a right password. `isDemo`: the demo is open to whoever asks; its published password opens no account
 * otherwise, also where the demo was here before (ACC-10).
 */
export async function accountLogin(
  services: Pick<Services, 'accounts' | 'captcha' | 'keys' | 'loginRows' | 'loginThrottle' | 'settings'>,
  body: LoginRequest,
  { address, isDemo }: { readonly address: string; readonly isDemo: boolean },
): Promise<Result<{ readonly account: AccountRow; readonly via: 'account' | 'demo' }, Refusal>> {
  const { accounts, captcha, keys, loginRows, loginThrottle, settings } = services
  const userCode = body.UserCode.trim()
  if (userCode === '') return refuse('account-missing')
  if (!body.PwdEnc) return refuse('password-missing')
  if (!body.CaptchaToken) return refuse('captcha-missing')
  if (!(await captcha.use(body.CaptchaToken))) return refuse('captcha-expired')
  const isKnown = await loginRows.knowsAddress(userCode, address)
  const throttled = await loginThrottle.attempt(userCode, address, isKnown)
  if ('wait' in throttled) return err({ code: 'login-throttled', params: { ...throttled.wait } })
  const password = keys.openPassword(body.PwdEnc) ?? ''
  const account = await accounts.verify(userCode, password)
  const via = password === demoPassword ? 'demo' : 'account'
  if (!account || account.disabledAt || (via === 'demo' && !isDemo)) return refuse('login-failed')
  await throttled.attempt.succeeded()
  const { variant } = settings
  const type = variant.userTypes.accountLogin[account.role as PersonRole]
  if (body.EnumUserType !== undefined && body.EnumUserType !== type) return refuse('wrong-user-type')
  return isOffered(variant, account.role, 'account') ? ok({ account, via }) : refuse('login-way-closed')
}
