import type { Actor } from '#domain/session/actor.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { OwnerOf } from '../auth/login-owners.ts'
import type { Tokens } from '../auth/tokens.ts'
import { platformActor } from '../platform/actor.ts'
import { nobody, type Who } from './trail.ts'

interface Parts {
  readonly tokens: Pick<Tokens, 'readExpired'>
  readonly ownerOf: OwnerOf
  readonly accounts: Pick<Accounts, 'findByCode'>
}

export interface Caller {
  readonly who: Who
  /** The section that their token authorizes for. */
  readonly section: string | null
}

/** Finds out for the trail who sent a request that was refused. */
export function createCallers({ tokens, ownerOf, accounts }: Parts) {
  return {
    /** Whose token this is, also one that has expired or whose login has ended. */
    async byToken(token: string): Promise<Caller> {
      const claims = token === '' ? null : await tokens.readExpired(token)
      const owner = claims && (await ownerOf(claims.login))
      if (!owner) return { who: nobody, section: null }
      return { who: whoIs(owner, claims.login), section: claims.session }
    },

    async byLogin(loginId: string): Promise<Who> {
      const owner = await ownerOf(loginId)
      return owner ? whoIs(owner, loginId) : { ...nobody, login: loginId }
    },

    /** An existing account that was named at a login; what else was typed there may be a password (TRL-2). */
    async byCode(typed: unknown): Promise<Who> {
      const found = typeof typed === 'string' ? await accounts.findByCode(typed.trim()) : null
      if (!found) return nobody
      const { userCode: account, role, unitCode: unit } = found
      return { login: null, account, role: role as Actor['role'], unit }
    },
  }
}

export type Callers = ReturnType<typeof createCallers>

export function whoIs({ id: account, role, unitCode: unit }: Actor, login: string | null): Who {
  return { login, account, role, unit }
}

export const platformItself: Who = whoIs(platformActor, null)
