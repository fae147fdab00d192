import { tokens } from '#client/auth/tokens.ts'
import { api } from '#client/net/api.ts'
import { nothingFound } from '#client/net/nothing-found.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'

/**
 * Enters a section by its code: looks it up on the trading platform, then obtains the authorization for the section's
 * calls and socket. Yields the session's id.
 */
export async function enterSection(bdGuid: string): Promise<Result<string, Failure>> {
  const found = await api('getJYPTGongCheng', { body: { BDGuid: bdGuid } })
  if (!found.ok) return found
  const [section] = found.value
  if (!section) return err(nothingFound)
  const { bidProjGuid, dbGuid } = section
  const entered = await api('getProjectAuthorization', { body: { bidProjGuid, dbGuid } })
  if (!entered.ok) return entered
  tokens.enterSession(entered.value.bidProjGuid, entered.value.oauth2)
  return ok(entered.value.bidProjGuid)
}
