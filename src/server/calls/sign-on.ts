import { ok, type Result } from '#lib/result.ts'
import type { CallQuery } from '#protocol/call.ts'
import type { signOnCalls } from '#protocol/calls/sign-on.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { ArrivalClaims } from '#protocol/signed-call.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import type { Described } from '../auth/accounts.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { platformItself } from '../trail/callers.ts'
import { revocationsIn } from '../trail/revocations.ts'
import type { From } from '../trail/trail.ts'
import type { Handlers } from '../transport/handler.ts'
import { enterSection } from './enter-section.ts'

type Query = CallQuery<typeof signOnCalls.getOauth2ByJyxtToken>

/** Arrival from the trading platform: the token that it signed identifies the person, never the address alone. */
export function signOnHandlers(services: Services): Handlers<typeof signOnCalls> {
  const { platform, accounts, logins, log, settings, trail } = services
  const revoked = revocationsIn(trail, services.callers)
  const { signOn, userTypes } = settings.variant

  /** Checked before the token is used up (ACC-13). */
  function missingField(query: Query): Result<null, Refusal> {
    for (const field of [signOn.projectTypeField, signOn.stageField]) {
      if (query[field] === undefined)
        return refuse('bad-request', { path: field, reason: 'is missing', problem: 'missing' })
    }
    return ok(null)
  }

  /** The person's role; the fields of the address must agree with the token. */
  function roleOf(query: Query, claims: ArrivalClaims): Result<PersonRole, Refusal> {
    const wrong = (reason: string) => refuse('sign-on-refused', { reason })
    if (claims.guid !== query.BDGuid) return wrong('section')
    if (claims.userType !== query.jyUserType) return wrong('user type')
    if (query.userGuid && query.userGuid !== claims.sub) return wrong('user')
    const role = signOn.userTypes[String(claims.userType)]
    if (!role) return refuse('sign-on-user-type')
    const expected = userTypes.accountLogin[role]
    return query.UserType === undefined || query.UserType === expected ? ok(role) : wrong('user type')
  }

  /** The platform's token may say something new of the person (TRL-2). */
  async function recordChange({ account, isChanged, ended }: Described, from: From): Promise<void> {
    const what = 'getOauth2ByJyxtToken'
    const change = { kind: 'account-changed', who: platformItself, from, what } as const
    if (isChanged) await trail.write({ ...change, detail: account.userCode })
    await revoked(ended, what, 'account-changed')
  }

  return {
    async getOauth2ByJyxtToken({ query, commandId, address, language, request }) {
      const complete = missingField(query)
      if (!complete.ok) return complete
      const arrival = await platform.arrival(query.token)
      if (!arrival.ok) return arrival
      const role = roleOf(query, arrival.value)
      if (!role.ok) return role
      const { sub: userCode, name, unitCode } = arrival.value
      const person = await accounts.upsertFromPlatform({ userCode, name, unitCode, role: role.value })
      if (!person) return refuse('login-failed')
      await recordChange(person, { address, agent: request.headers['user-agent'] ?? '' })
      const started = await logins.start(person.account, { via: 'sign-on', address })
      if (!started.ok) return started
      const { login, answer } = started.value
      const session = query.BDGuid
      const entered = await enterSection(services, { login, session, commandId, address })
      const known = await log.state(session)
      const stage = known?.unredactedState.stage.number ?? 1
      return ok({
        ...answer,
        oauth2: entered.ok ? entered.value : null,
        refusal: entered.ok
          ? null
          : { code: entered.error.code, message: messageFor(language, entered.error) },
        bidProjGuid: session,
        dbGuid: session,
        BidStage: stage,
        nowBidStage: stage,
        isTechReview: known?.unredactedState.tender?.envelopes === 2 && stage === 1,
      })
    },
  }
}
