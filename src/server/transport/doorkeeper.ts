import { ok, type Result } from '#lib/result.ts'
import type { Accounts, Login } from '../auth/accounts.ts'
import type { Tokens } from '../auth/tokens.ts'
import { type Refusal, refuse } from '../refusal.ts'

export interface Admitted {
  readonly login: Login
  /** The section that the token authorises for; null for a user's token. */
  readonly sessionId: string | null
}

/** Turns a token into somebody, for REST and socket alike: ours, not expired, the login not ended. */
export function createDoorkeeper(tokens: Tokens, accounts: Accounts) {
  async function admit(token: string): Promise<Result<Admitted, Refusal>> {
    if (token === '') return refuse('unauthenticated')
    const claims = await tokens.read(token)
    const login = claims && (await accounts.find(claims.login))
    if (!claims || !login) return refuse('session-expired')
    return ok({ login, sessionId: claims.session })
  }
  return { admit }
}

export type Doorkeeper = ReturnType<typeof createDoorkeeper>
