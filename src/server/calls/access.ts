import { ok } from '#lib/result.ts'
import type { accessCalls, LoginRequest } from '#protocol/calls/access.ts'
import { accountLogin } from '../auth/account-login.ts'
import { certificateLogin } from '../auth/certificate-login.ts'
import { describeActor } from '../auth/logins.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { isOpenTo } from '../settings.ts'
import type { Handlers } from '../transport/handler.ts'
import { done } from './command.ts'
import { demoHandlers } from './demo.ts'
import { enterSection, prepareSection } from './enter-section.ts'

/** Login and logout, the authorization of a section, and what a demo shows. */
export function accessHandlers(services: Services): Handlers<typeof accessCalls> {
  const { accounts, logins, loginRows, keys, settings } = services
  const { codes } = settings.variant.userTypes

  function isProjectType(code: number | null | undefined): code is number {
    return settings.variant.login.projectTypes.some((type) => type.code === code)
  }

  return {
    async getPublicKey() {
      return ok({ algorithm: 'RSA-OAEP-256', key: keys.passwordKey })
    },

    async getOauth1({ body, address, request }) {
      const isDemo = isOpenTo(request.raw, 'demo', settings)
      const proven = await proveAccount(services, body, { address, isDemo })
      if (!proven.ok) return proven
      const { account, ...by } = proven.value
      if (isProjectType(body.GCLX)) await accounts.setProjectType(account.userCode, body.GCLX)
      return logins.answer(account, { ...by, address })
    },

    async testLogin({ body, address, request }) {
      if (!isOpenTo(request.raw, 'testAccounts', settings)) return refuse('forbidden')
      const account = await accounts.findByCode(body.UserCode.trim())
      return account ? logins.answer(account, { via: 'test', address }) : refuse('login-failed')
    },

    async refresh({ body, commandId }) {
      return logins.refresh({ ...body, key: commandId })
    },

    async getSelf({ login }) {
      return ok(describeActor(login.actor, codes))
    },

    async getLastProjectType({ login }) {
      const account = await accounts.findByCode(login.actor.id)
      const chosen = account?.projectType
      return ok({ GCLX: isProjectType(chosen) ? chosen : settings.variant.login.defaultProjectType })
    },

    async editLastProjectType({ body, login, language }) {
      if (!isProjectType(body.GCLX))
        return refuse('bad-request', { path: 'GCLX', reason: 'not of this region', problem: 'form' })
      await accounts.setProjectType(login.actor.id, body.GCLX)
      return ok({ Result: true, ResultMessage: done(language) })
    },

    async logout({ login, language }) {
      await loginRows.end(login.loginId)
      services.dropLogin(login.loginId)
      return ok({ Result: true, ResultMessage: done(language) })
    },

    async logoutAll({ login, language }) {
      for (const loginId of await loginRows.endAllOf(login.actor.id)) services.dropLogin(loginId)
      return ok({ Result: true, ResultMessage: done(language) })
    },

    async getProjectAuthorization({ body, login, commandId, address }) {
      const session = body.bidProjGuid
      const entered = body.Preparation
        ? await prepareSection(services, { login, session })
        : await enterSection(services, { login, session, commandId, address })
      if (!entered.ok) return entered
      const { userName, ShowName } = describeActor(login.actor, codes)
      return ok({ oauth2: entered.value, userName, ShowName, bidProjGuid: session })
    },

    ...demoHandlers(services),
  }
}

/** By certificate where the request is signed, else by password. */
async function proveAccount(
  services: Services,
  body: LoginRequest,
  from: { readonly address: string; readonly isDemo: boolean },
) {
  if (body.SignedString) {
    const proven = await certificateLogin(services, body)
    return proven.ok ? ok({ ...proven.value, via: 'certificate' as const }) : proven
  }
  return accountLogin(services, body, from)
}
