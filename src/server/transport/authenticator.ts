import type { Clock } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import type { Login, LoginRows } from '../auth/login-rows.ts'
import type { ReadToken, Tokens } from '../auth/tokens.ts'
import { type Refusal, refuse } from '../refusal.ts'

export interface AuthenticatedCaller {
  readonly login: Login
  /** The section that the token authorises for; null for a user's token. */
  readonly sessionId: string | null
}

/** Verified tokens kept in memory, because thousands of clients reconnect at once after an outage. */
const tokensKept = 10_000

/** Checks tokens for REST and sockets: signed by this server, not expired, of an active login. */
export function createAuthenticator(
  tokens: Pick<Tokens, 'read'>,
  logins: Pick<LoginRows, 'findNow' | 'find' | 'activeAmong'>,
  clock: Clock,
) {
  const verified = new Map<string, ReadToken>()

  /** The signature is verified once; the expiry is checked every time. */
  async function read(token: string): Promise<ReadToken | null> {
    const known = verified.get(token)
    if (known && known.expiresAt > clock()) return known
    verified.delete(token)
    const claims = await tokens.read(token)
    if (!claims) return null
    verified.set(token, claims)
    for (const oldest of verified.keys()) {
      if (verified.size <= tokensKept) break
      verified.delete(oldest)
    }
    return claims
  }

  async function authenticate(token: string): Promise<Result<AuthenticatedCaller, Refusal>> {
    if (token === '') return refuse('unauthenticated')
    const claims = await read(token)
    const login = claims && (await logins.find(claims.login))
    if (!claims || !login) return refuse('session-expired')
    return ok({ login, sessionId: claims.session })
  }

  return {
    authenticate,
    /**
     * The login of somebody who was authenticated before, read again for a command: another node may just have ended it
     * (ACC-12). Their token may have expired since.
     */
    findLogin: logins.findNow,
    activeAmong: logins.activeAmong,
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
