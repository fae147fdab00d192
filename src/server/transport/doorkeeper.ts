import { ok, type Result } from '#lib/result.ts'
import type { Accounts, Login } from '../auth/accounts.ts'
import type { Claims, Tokens } from '../auth/tokens.ts'
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
  accounts: Pick<Accounts, 'find' | 'standing'>,
) {
  const known = new Map<string, Claims>()

  /** A token's signature holds for ever; that it expires is seen by its login, which it never outlives. */
  async function read(token: string): Promise<Claims | null> {
    const found = known.get(token)
    if (found) return found
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
    const login = claims && (await accounts.find(claims.login))
    if (!claims || !login) return refuse('session-expired')
    return ok({ login, sessionId: claims.session })
  }
  return { admit, standing: accounts.standing }
}

export type Doorkeeper = ReturnType<typeof createDoorkeeper>
