import { createHash } from 'node:crypto'
import type { Actor } from '#domain/session/actor.ts'
import type { Clock, Random } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import type { LoginAnswer, RefreshAnswer } from '#protocol/calls/access.ts'
import { type UserTypeCodes, userTypeOf } from '#protocol/user-type.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { AccountRow } from './accounts.ts'
import type { Login, LoginRows, Start } from './login-rows.ts'
import type { Tokens } from './tokens.ts'

/** An access token lasts so long; who is logged in renews it by their refresh token. */
const accessMinutes = 10

interface Parts {
  readonly rows: LoginRows
  readonly tokens: Tokens
  readonly codes: UserTypeCodes
  readonly clock: Clock
  readonly random: Random
}

/** How somebody has proven who they are, and from where. */
type From = Omit<Start, 'refreshHash'>

/** What a refresh is asked for with: the token, the key it is asked under, and the sections to go on in. */
export interface RefreshRequest {
  readonly refreshToken: string
  readonly key: string
  readonly authorizations: readonly string[]
}

/** Logging in, in whichever way somebody has proven who they are, and staying so. */
export function createLogins({ rows, tokens, codes, clock, random }: Parts) {
  /** Starts a login and makes the answer that every way of logging in has. */
  async function answer(account: AccountRow, from: From): Promise<Result<LoginAnswer, Refusal>> {
    const started = await start(account, from)
    return started.ok ? ok(started.value.answer) : started
  }

  /** The same, for who goes on with the login at once. */
  async function start(
    account: AccountRow,
    from: From,
  ): Promise<Result<{ login: Login; answer: LoginAnswer }, Refusal>> {
    if (account.disabledAt) return refuse('login-failed')
    const secret = newSecret()
    const login = await rows.start(account, { ...from, refreshHash: hashOf(secret) })
    return ok({ login, answer: await answerTo(login, secret) })
  }

  /**
   * The next access token and refresh token, and the authorizations of sections renewed. A refresh token counts
   * once; the same request under the same key may be repeated. Anything else ends the login.
   */
  async function refresh(request: RefreshRequest): Promise<Result<RefreshAnswer, Refusal>> {
    const [loginId = '', secret = ''] = request.refreshToken.split('.')
    if (!isUuid.test(loginId)) return refuse('session-expired')
    const next = newSecret()
    const asked = { hash: hashOf(secret), key: request.key, next: hashOf(next) }
    const login = await rows.rotate(loginId, asked)
    if (!login) return refuse('session-expired')
    const authorizations = await renew(login, request.authorizations)
    return ok({ ...(await answerTo(login, next)), authorizations })
  }

  /** The sections that this very login was authorized for go on; others are left out. */
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

  /** The authorization of a section (oauth2): its payload names the user's type and their bid file (ACC-16). */
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

/** Who somebody is, as logging in and `getSelf` answer it. */
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

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
