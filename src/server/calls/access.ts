import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Actor } from '#domain/actor.ts'
import { ok, type Result } from '#lib/result.ts'
import { accessCalls } from '#protocol/calls/access.ts'
import { userTypeOf } from '#protocol/user-type.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { done } from './command.ts'
import { askToJoin } from './demo.ts'

const demoAccountsSchema = accessCalls.getDemoAccounts.response

/** Getting in and out: login, the authorization of a section, and what a demo shows. */
export function accessHandlers(services: Services): Handlers<typeof accessCalls> {
  const { accounts, tokens, keys, settings, authority, log } = services
  const demoFolder = join(settings.dataDir, 'demo')

  async function demoAccounts(): Promise<z.infer<typeof demoAccountsSchema>> {
    if (!settings.demo) return []
    const text = await readFile(join(demoFolder, 'accounts.json'), 'utf8').catch(() => '[]')
    return demoAccountsSchema.parse(JSON.parse(text))
  }

  return {
    async getPublicKey() {
      return ok({ algorithm: 'RSA-OAEP-256', key: keys.passwordKey })
    },

    async getOauth1({ body }) {
      const credentials = readCredentials(body)
      if (!credentials.ok) return credentials
      const password = keys.openPassword(credentials.value.encrypted)
      const result = await accounts.logIn(credentials.value.userCode, password ?? '')
      if (!result.ok) return result
      const { loginId, expiresAt, actor } = result.value
      const claims = { login: loginId, session: null, userType: userTypeOf(actor.role), bidFileId: null }
      const token = await tokens.issue(claims, expiresAt)
      return ok({ ...describe(actor), token, expiresAt: expiresAt.toISOString() })
    },

    async getSelf({ login }) {
      return ok(describe(login.actor))
    },

    async logout({ login, language }) {
      await accounts.logOut(login.loginId)
      services.dropLogin(login.loginId)
      return ok({ Result: true, ResultMessage: done(language) })
    },

    async getProjectAuthorization({ body, login, commandId, address }) {
      const { actor, loginId, expiresAt } = login
      const asked = { sessionId: body.bidProjGuid, actor, commandId, address }
      const entered = await authority.submit(asked, { type: 'EnterSession', payload: {} })
      if (!entered.ok) return entered
      const known = await log.state(body.bidProjGuid)
      const bidFileId = known?.state.bidders[actor.unitCode ?? '']?.submission?.fileId ?? null
      const claims = {
        login: loginId,
        session: body.bidProjGuid,
        userType: userTypeOf(actor.role),
        bidFileId,
      }
      const { userName, ShowName } = describe(actor)
      return ok({
        oauth2: await tokens.issue(claims, expiresAt),
        userName,
        ShowName,
        bidProjGuid: body.bidProjGuid,
      })
    },

    async getDemoAccounts() {
      return ok(await demoAccounts())
    },

    async getDemoCertificate({ query }) {
      const known = (await demoAccounts()).some(
        (account) => account.userCode === query.userCode && account.certificate,
      )
      const content = known
        ? await readFile(join(demoFolder, `${query.userCode}.p12`)).catch(() => null)
        : null
      if (!content) return refuse('not-found')
      return ok({ fileName: `${query.userCode}.p12`, mediaType: 'application/x-pkcs12', content })
    },

    async joinDemoBidders({ login, session, language }) {
      if (!settings.demo || login.actor.role !== 'opener') return refuse('forbidden')
      const count = await askToJoin(demoFolder, session)
      return ok({ Result: true, ResultMessage: done(language), count })
    },
  }
}

/** Required and trimmed, with the seeds' messages (S0 §5). */
function readCredentials(body: {
  UserCode: string
  PwdEnc?: string | undefined
}): Result<{ userCode: string; encrypted: string }, Refusal> {
  const userCode = body.UserCode.trim()
  if (userCode === '') return refuse('account-missing')
  if (!body.PwdEnc) return refuse('password-missing')
  return ok({ userCode, encrypted: body.PwdEnc })
}

function describe(actor: Actor) {
  return {
    userType: userTypeOf(actor.role),
    userName: actor.id,
    userCode: actor.unitCode ?? '',
    ShowName: actor.name,
  }
}
