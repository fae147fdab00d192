import type { Callers } from './callers.ts'
import { nowhere, type Trail } from './trail.ts'

/** Writes that logins were ended by the hall, and why. */
export function revocationsIn(trail: Trail, callers: Pick<Callers, 'byLogin'>) {
  return async (loginIds: readonly string[], what: string, code: string): Promise<void> => {
    const whose = await Promise.all(loginIds.map((loginId) => callers.byLogin(loginId)))
    if (whose.length === 0) return
    await trail.write(...whose.map((who) => ({ kind: 'revoked' as const, who, from: nowhere, what, code })))
  }
}
