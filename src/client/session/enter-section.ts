import type { Tokens } from '#client/auth/tokens.ts'
import type { Api } from '#client/net/api.ts'
import { nothingFound } from '#client/net/nothing-found.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'

/** The steps of entering a section, in order (LST-7). */
export const entrySteps = ['time', 'record', 'authorization', 'clear', 'method'] as const
export type EntryStep = (typeof entrySteps)[number]

export interface Entered {
  readonly sessionId: string
  /** The server's clock at the start, in epoch milliseconds. */
  readonly at: number
  /** The number of submitted bids; null unless requested. */
  readonly bids: number | null
  readonly bidStyle: number
}

export interface EntryFailure extends Failure {
  readonly step: EntryStep
  /** The section's opening time; null before the platform's record was read. */
  readonly opensAt: string | null
}

export interface EntryOptions {
  readonly bdGuid: string
  /** Whether the opener only prepares the section, before it may be entered (PRE-17). */
  readonly preparing?: boolean
  /** Whether to count the bids, for the notice of too few bidders (PRE-3). */
  readonly countBids: boolean
  onStep(step: EntryStep): void
  readonly signal: AbortSignal
}

/**
 * Enters a section: reads the server's time and the platform's record, gets the authorization for the section's calls
 * and socket, clears the data of the section entered before, then reads evaluation method and flow status. Stops at the
 * first step that fails and returns it.
 */
export async function enterSection(
  { api, tokens }: { readonly api: Api; readonly tokens: Pick<Tokens, 'enterSession' | 'leaveSessions'> },
  { bdGuid, preparing = false, countBids, onStep, signal }: EntryOptions,
): Promise<Result<Entered, EntryFailure>> {
  let current: EntryStep = 'time'
  let opensAt: string | null = null
  const begin = (step: EntryStep) => {
    current = step
    onStep(step)
  }
  const failed = (failure: Failure) => err({ ...failure, step: current, opensAt })

  begin('time')
  const time = await api('getServerTimeNoauth', { signal })
  if (!time.ok) return failed(time.error)

  begin('record')
  const found = await api('getJYPTGongCheng', { body: { BDGuid: bdGuid }, signal })
  if (!found.ok) return failed(found.error)
  const [record] = found.value
  if (!record) return failed(nothingFound)
  opensAt = record.OpenBidTime

  begin('authorization')
  const { bidProjGuid, dbGuid } = record
  const body = { bidProjGuid, dbGuid, Preparation: preparing }
  const entered = await api('getProjectAuthorization', { body, signal })
  if (!entered.ok) return failed(entered.error)

  begin('clear')
  tokens.leaveSessions()
  tokens.enterSession(bidProjGuid, entered.value.oauth2)

  begin('method')
  const session = bidProjGuid
  const [method, flow, bidders] = await Promise.all([
    api('GetBidInfo', { query: {}, session, signal }),
    api('getKBFlowStatus', { session, signal }),
    countBids ? api('GetTouBiaoRenList', { session, signal }) : ok([]),
  ])
  if (!method.ok) return failed(method.error)
  for (const answer of [flow, bidders]) if (!answer.ok) return failed(answer.error)
  const bids = bidders.ok ? bidders.value.filter((bidder) => bidder.status !== 'none').length : 0
  const { bidStyle } = method.value
  return ok({ sessionId: bidProjGuid, at: time.value.epoch, bids: countBids ? bids : null, bidStyle })
}
