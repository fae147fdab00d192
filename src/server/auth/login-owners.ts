import { eq } from 'drizzle-orm'
import { type Actor, actingRole, type Role } from '#domain/session/actor.ts'
import type { Database } from '../db/database.ts'
import { account, login } from '../db/schema.ts'

const mostRemembered = 5000

/** Whose a login is or was, also after its end; for the trail, never for admission. */
export function createLoginOwners({ db }: Pick<Database, 'db'>, actAsOpener: readonly Role[]) {
  const known = new Map<string, Actor>()

  return async function ownerOf(loginId: string): Promise<Actor | null> {
    const remembered = known.get(loginId)
    if (remembered) return remembered
    const [row] = await db
      .select({ account })
      .from(login)
      .innerJoin(account, eq(account.id, login.accountId))
      .where(eq(login.id, loginId))
    if (!row) return null
    const { userCode, name, unitCode, role } = row.account
    const owner = { id: userCode, role: actingRole(role as Role, actAsOpener), name, unitCode }
    if (known.size >= mostRemembered) known.clear()
    known.set(loginId, owner)
    return owner
  }
}

export type OwnerOf = ReturnType<typeof createLoginOwners>
