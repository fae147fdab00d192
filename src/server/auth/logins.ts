import type { Actor } from '#domain/session/actor.ts'
import type { Clock, Random } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import type { LoginAnswer, RefreshAnswer } from '#protocol/calls/access.ts'
import { type UserTypeCodes, userTypeOf } from '#protocol/user-type.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { AccountRow } from './accounts.ts'
import { digestOf } from './digest.ts'
import type { Login, LoginRows, Start } from './login-rows.ts'
import type { Tokens } from './tokens.ts'

/** Lifetime of an access token; the refresh token renews it. */
const accessMinutes = 10

interface Parts {
  readonly rows: LoginRows
  readonly tokens: Tokens
  readonly codes: UserTypeCodes
  readonly clock: Clock
  readonly random: Random
  /** A refresh token came back after its successor was used, which ended its login. */
  stolen(loginId: string): Promise<void>
}

/** How the user proved who they are, and from which address. */
type From = Omit<Start, 'refreshHash'>

/** A refresh token, the request's idempotency key, and the authorizations of sections to renew. */
export interface RefreshRequest {
  readonly refreshToken: string
  readonly key: string
  readonly authorizations: readonly string[]
}

/** Starts logins, for every way of logging in, and renews them. */
export function createLogins({ rows, tokens, codes, clock, random, stolen }: Parts) {
  /** Starts a login; the answer is the same for every way of logging in. */
  async function answer(account: AccountRow, from: From): Promise<Result<LoginAnswer, Refusal>> {
    const started = await start(account, from)
    return started.ok ? ok(started.value.answer) : started
  }

  /** The same, with the login itself. */
  async function start(
    account: AccountRow,
    from: From,
  ): Promise<Result<{ login: Login; answer: LoginAnswer }, Refusal>> {
    if (account.disabledAt) return refuse('login-failed')
    const secret = newSecret()
    const login = await rows.start(account, { ...from, refreshHash: digestOf(secret) })
    return ok({ login, answer: await answerTo(login, secret) })
  }

  /**
   * The next access token and refresh token, and the renewed authorizations of sections. A refresh token counts once,
   * but the same request may be repeated under its key. A used token that comes back ends the login.
   */
  async function refresh(request: RefreshRequest): Promise<Result<RefreshAnswer, Refusal>> {
    const [loginId = '', secret = ''] = request.refreshToken.split('.')
    if (!isUuid.test(loginId)) return refuse('session-expired')
    const next = newSecret()
    const asked = {
      hash: digestOf(secret),
      key: request.key,
      next: digestOf(next),
      stolen: () => stolen(loginId),
    }
    const login = await rows.rotate(loginId, asked)
    if (!login) return refuse('session-expired')
    const authorizations = await renew(login, request.authorizations)
    return ok({ ...(await answerTo(login, next)), authorizations })
  }

  /** Renews the authorizations that this login was given, and leaves out others. */
  async function renew(login: Login, authorizations: readonly string[]) {
    const renewed: { bidProjGuid: string; oauth2: string }[] = []
    for (const token of authorizations) {
      const claims = await tokens.readExpired(token)
      if (claims?.session && claims.login === login.loginId) {
        renewed.push({ bidProjGuid: claims.session, oauth2: await authorize(login, claims) })
      }
    }
    return renewed
  }

  /** The authorization of a section (oauth2, ACC-16), or without a section the user's token. */
  function authorize(login: Login, section: { session: string | null; bidFileId: string | null }) {
    const { session, bidFileId } = section
    const userType = userTypeOf(login.actor.role, codes)
    return tokens.issue({ login: login.loginId, session, userType, bidFileId }, accessEnd(login))
  }

  async function answerTo(login: Login, secret: string): Promise<LoginAnswer> {
    return {
      ...describeActor(login.actor, codes),
      token: await authorize(login, { session: null, bidFileId: null }),
      accessExpiresAt: accessEnd(login).toISOString(),
      refreshToken: `${login.loginId}.${secret}`,
      expiresAt: login.expiresAt.toISOString(),
    }
  }

  function accessEnd(login: Login): Date {
    return new Date(Math.min(clock() + accessMinutes * 60_000, login.expiresAt.getTime()))
  }

  function newSecret(): string {
    return Buffer.from(random(32)).toString('base64url')
  }

  return { answer, start, refresh, authorize }
}

export type Logins = ReturnType<typeof createLogins>

/** The user, as login and `getSelf` answer it. */
export function describeActor(actor: Actor, codes: UserTypeCodes) {
  return {
    userType: userTypeOf(actor.role, codes),
    role: actor.role,
    userName: actor.id,
    userCode: actor.unitCode ?? '',
    ShowName: actor.name,
  }
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
