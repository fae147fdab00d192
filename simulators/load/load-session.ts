import { createAuthority } from '../certificates/test-authority.ts'
import { httpClient } from '../client/http-client.ts'
import { logIn, type Participant } from '../client/session-client.ts'
import type { NewAccount } from '../fixtures/accounts.ts'
import { opensIn, waitUntilOpen } from '../fixtures/opening-time.ts'
import { sampleTender } from '../fixtures/sample-tender.ts'
import { type ClientGroup, startClientGroup } from './client-group.ts'
import type { CallAnswer, CallInput, CallName, Settled, Share } from './client-group-calls.ts'
import { clientGroupHere } from './client-group-here.ts'
import { enterMeasured, type MeasuredClient } from './measured-client.ts'
import { createRecorder, mergeRecordings, type Recorder } from './recorder.ts'
import { openTargetServer, type TargetServer, type TargetServerOptions } from './target-server.ts'
import { findDifference } from './verify-client.ts'

/** One session at a target server with groups of clients, before anybody has entered. */
export interface LoadSession {
  readonly server: TargetServer
  readonly session: string
  readonly groups: readonly ClientGroup[]
  readonly recorder: Recorder
  /** Makes the same call to some of the groups, to all unless given. */
  all<N extends CallName>(
    name: N,
    input: CallInput<N>,
    groups?: readonly ClientGroup[],
  ): Promise<readonly CallAnswer<N>[]>
  /** Opener or supervisor enters from this process, through the network at `url` if given. */
  enter(account: NewAccount, url?: string): Promise<Participant>
  /** Resolves at the opening time. */
  opened(): Promise<void>
  /** Waits until every client has what `leader` has, and compares all states with the log. */
  settle(leader: Participant): Promise<Settled>
  close(): Promise<void>
}

export interface LoadSessionOptions extends TargetServerOptions {
  /** Bidders of each client group. */
  readonly shares: readonly number[]
  /** Whether every bidder submits a sealed bid. */
  readonly submit: boolean
  /** Receives progress lines. */
  readonly onLine: (line: string) => void
}

/**
 * Time between publication and opening in which bids are submitted, on a machine where a server starts within
 * `usualStartSeconds`; a slower machine gets proportionally more.
 */
const secondsPerBid = 0.1
const leadSeconds = 5
const usualStartSeconds = 2.5
const timeoutMs = 120_000

/** Opens the target server, publishes a section, and prepares every bidder in the client groups. */
export async function openLoadSession(options: LoadSessionOptions): Promise<LoadSession> {
  options.onLine(options.url === null ? 'starting a server …' : `at ${options.url}`)
  const server = await openTargetServer(options)
  const recorder = createRecorder()
  const few = options.shares.length === 1 && options.bidders < processFrom
  const groups = few ? [clientGroupHere()] : options.shares.map(() => startClientGroup())
  const entered: MeasuredClient[] = []

  const all: LoadSession['all'] = (name, input, some = groups) =>
    Promise.all(some.map((group) => group.call(name, input)))

  async function close(): Promise<void> {
    for (const client of entered) client.close()
    recorder.close()
    await Promise.all(groups.map((group) => group.close()))
    await server.close()
  }

  try {
    const { session, opensAt } = await publishAndPrepare(server, groups, options)
    return {
      ...{ server, session, groups, recorder, all, close },
      async enter(account, url = server.url) {
        const http = httpClient({ url, timeoutMs, attemptMs: 10_000 })
        const viaSocket = { timeoutMs, polls: false }
        const client = await enterMeasured(await logIn(http, account), session, recorder, viaSocket)
        entered.push(client)
        return client
      },
      opened: () => waitUntilOpen(server.http, opensAt),
      async settle(leader) {
        const { seq: head } = leader.state()
        const hash = leader.entries().at(-1)?.hash ?? ''
        const [own, ...inGroups] = await Promise.all([
          settleOwn(entered, head),
          ...groups.map((group) => group.call('settle', { head, hash })),
        ])
        return mergeSettled([{ ...own, recording: recorder.read() }, ...inGroups])
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Publishes the section, then enrols and logs in every bidder and, with `submit`, submits their bids. */
async function publishAndPrepare(
  server: TargetServer,
  groups: readonly ClientGroup[],
  { bidders, shares, submit, onLine }: LoadSessionOptions,
): Promise<{ session: string; opensAt: string }> {
  const slowness = Math.max(1, server.startSeconds / usualStartSeconds)
  const lead = submit ? (leadSeconds + bidders * secondsPerBid) * slowness : 1
  const opensAt = await opensIn(server.http, lead)
  const session = await server.platform.publishTender(
    sampleTender({ agencyCode: server.agencyCode, opensAt }),
  )
  const authority = await createAuthority({ now: Date.now })
  const seconds = await Promise.all(
    groups.map((group, index) => {
      const before = shares.slice(0, index).reduce((sum, size) => sum + size, 0)
      const share: Share = {
        session,
        bidders: server.bidders.slice(before, before + (shares[index] ?? 0)),
        platformKey: server.platformKey,
        authority,
        url: server.url,
      }
      return group.call('prepare', { share, submit })
    }),
  )
  const took = `${bidders} bidders are ready after ${Math.max(...seconds).toFixed(1)} s`
  // Only bids have to be ready before the opening time.
  onLine(submit ? `${took} of ${lead.toFixed(1)} s` : took)
  return { session, opensAt }
}

/** Settles the clients of this process. */
async function settleOwn(
  clients: readonly MeasuredClient[],
  head: number,
): Promise<Omit<Settled, 'recording'>> {
  const began = performance.now()
  const found = await Promise.all(
    clients.map(async (client) => {
      await client.until((state) => state.seq >= head, `entry ${head}`)
      const afterMs = performance.now() - began
      return { afterMs, difference: await findDifference(client, true) }
    }),
  )
  return {
    clients: clients.length,
    afterMs: Math.max(0, ...found.map(({ afterMs }) => afterMs)),
    mismatches: found.flatMap(({ difference }) => difference ?? []),
  }
}

function mergeSettled(all: readonly Settled[]): Settled {
  return {
    clients: all.reduce((sum, { clients }) => sum + clients, 0),
    afterMs: Math.max(...all.map(({ afterMs }) => afterMs)),
    mismatches: all.flatMap(({ mismatches }) => mismatches),
    recording: mergeRecordings(all.map(({ recording }) => recording)),
  }
}

/** From this many bidders on, groups have processes of their own. */
const processFrom = 20

/** Splits bidders over two groups: one process keeps a core busy, more would slow down the server beside it. */
export function twoShares(total: number): number[] {
  const half = Math.ceil(total / 2)
  return total < processFrom ? [total] : [half, total - half]
}
