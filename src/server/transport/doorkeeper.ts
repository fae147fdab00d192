import type { Clock } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import type { Login, LoginRows } from '../auth/login-rows.ts'
import type { ReadToken, Tokens } from '../auth/tokens.ts'
import { type Refusal, refuse } from '../refusal.ts'

export interface Admitted {
  readonly login: Login
  /** The section that the token authorises for; null for a user's token. */
  readonly sessionId: string | null
}

/** Tokens remembered as ours: thousands come back at once after a cut, and every one would be checked anew. */
const tokensKept = 10_000

/** Turns a token into somebody, for REST and socket alike: ours, not expired, the login not ended. */
export function createDoorkeeper(
  tokens: Pick<Tokens, 'read'>,
  logins: Pick<LoginRows, 'find' | 'standing'>,
  clock: Clock,
) {
  const known = new Map<string, ReadToken>()

  /** A token's signature holds for ever, the token until it expires. */
  async function read(token: string): Promise<ReadToken | null> {
    const found = known.get(token)
    if (found && found.expiresAt > clock()) return found
    known.delete(token)
    const claims = await tokens.read(token)
    if (!claims) return null
    known.set(token, claims)
    for (const oldest of known.keys()) {
      if (known.size <= tokensKept) break
      known.delete(oldest)
    }
    return claims
  }

  async function admit(token: string): Promise<Result<Admitted, Refusal>> {
    if (token === '') return refuse('unauthenticated')
    const claims = await read(token)
    const login = claims && (await logins.find(claims.login))
    if (!claims || !login) return refuse('session-expired')
    return ok({ login, sessionId: claims.session })
  }

  return {
    admit,
    /** The login of a connection that was admitted before; its token may have expired since. */
    stillIn: logins.find,
    standing: logins.standing,
  }
}

export type Doorkeeper = ReturnType<typeof createDoorkeeper>
