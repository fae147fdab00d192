import { refusal, strangerRefusal } from '#domain/session/permissions.ts'
import { mainFile } from '#domain/submission/bids.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Login } from '../auth/login-rows.ts'
import type { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'

/** Enters a section; answers its authorization (oauth2, ACC-16). */
export async function enterSection(
  { authority, log, logins }: Pick<Services, 'authority' | 'log' | 'logins'>,
  entering: {
    readonly login: Login
    readonly session: string
    readonly commandId: string
    readonly address: string
  },
): Promise<Result<string, Refusal>> {
  const { login, session, commandId, address } = entering
  const asked = { sessionId: session, actor: login.actor, commandId, address }
  const entered = await authority.submit(asked, { type: 'EnterSession', payload: {} })
  if (!entered.ok) return entered
  const known = await log.state(session)
  const bidder = known?.unredactedState.bidders[login.actor.unitCode ?? '']
  const bidFileId = bidder ? (mainFile(bidder)?.submission.fileId ?? null) : null
  return ok(await logins.authorize(login, { session, bidFileId }))
}

/**
 * Lets the opener prepare a section before it may be entered; answers its authorization (PRE-17). This is no entry: the
 * log does not record it.
 */
export async function prepareSection(
  { log, logins }: Pick<Services, 'log' | 'logins'>,
  { login, session }: { readonly login: Login; readonly session: string },
): Promise<Result<string, Refusal>> {
  const known = await log.state(session)
  if (!known)
    return err(strangerRefusal(login.actor, 'PrepareSection') ?? { code: 'not-published', params: {} })
  const refused = refusal(known.unredactedState, login.actor, 'PrepareSection')
  return refused ? err(refused) : ok(await logins.authorize(login, { session, bidFileId: null }))
}
