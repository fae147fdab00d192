import { createAuthority } from '../certificates/test-authority.ts'
import { httpClient } from '../client/http-client.ts'
import { logIn, type Participant } from '../client/session-client.ts'
import type { NewAccount } from '../fixtures/accounts.ts'
import { opensIn } from '../fixtures/opening-time.ts'
import { sampleTender } from '../fixtures/sample-tender.ts'
import { type ClientGroup, startClientGroup } from './client-group.ts'
import type { CallAnswer, CallInput, CallName, Route, Share } from './client-group-calls.ts'
import { clientGroupHere } from './client-group-here.ts'
import { enterMeasured, type MeasuredClient } from './measured-client.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { type SettledAll, settleAll } from './settle.ts'
import { openTargetServer, type TargetServer, type TargetServerOptions } from './target-server.ts'

/** One session at a target server with groups of clients, before anybody has entered. */
export interface LoadSession {
  readonly server: TargetServer
  readonly session: string
  /** Clients that run the product's streams. */
  readonly full: ClientGroup
  readonly light: readonly ClientGroup[]
  readonly recorder: Recorder
  /** Makes the same call to some of the groups of bidders, to all unless given. */
  all<N extends CallName>(
    name: N,
    input: CallInput<N>,
    groups?: readonly ClientGroup[],
  ): Promise<readonly CallAnswer<N>[]>
  /** All bidders enter. */
  enterAll(routes: readonly Route[]): Promise<void>
  /** Starts the measuring clients, through the network at `url`. */
  observe(url: string): Promise<void>
  /** Opener or supervisor enters from this process, through the network at `url` if given. */
  enter(account: NewAccount, url?: string): Promise<Participant>
  /** Resolves at the opening time. */
  opened(): Promise<void>
  /** Waits until every client has what `leader` has, and compares all states with the log. */
  settle(leader: Participant): Promise<SettledAll>
  close(): Promise<void>
}

export interface LoadSessionOptions extends TargetServerOptions {
  /** Bidders that run the product's streams; the others are light. */
  readonly full: number
  /** Whether every bidder submits a sealed bid. */
  readonly submit: boolean
  /** Whether the bidders' processes yield to the hall and to the one that measures: in life they run on other machines. */
  readonly yielding: boolean
  /** Receives progress lines. */
  readonly onLine: (line: string) => void
}

/** Time between publication and opening in which bids are submitted; the clock of our own server leaps over the rest. */
const ownLeadSeconds = 1800
const leadSeconds = 5
const secondsPerBid = 0.2
/** Time-out of any wait: a bad network is slow. With many bidders everything takes longer. */
const leastTimeoutMs = 120_000
const timeoutMsPerBidder = 200
/** Second windows of bidders that only measure. */
const measuringReaders = 5

/** Opens the target server, publishes a section, and prepares every bidder in the client groups. */
export async function openLoadSession(options: LoadSessionOptions): Promise<LoadSession> {
  options.onLine(options.url === null ? 'starting a server …' : `at ${options.url}`)
  const server = await openTargetServer(options)
  const recorder = createRecorder('opener and supervisor')
  const { bidders } = options
  const timeoutMs = leastTimeoutMs + bidders * timeoutMsPerBidder
  const shares = [options.full, ...twoShares(bidders - options.full)]
  const start: typeof startClientGroup = bidders < processFrom ? clientGroupHere : startClientGroup
  const full = start('full clients', options.yielding)
  const light = shares.slice(1).map((_, index) => start(`light clients ${index + 1}`, options.yielding))
  const groups = [full, ...light]
  const entered: MeasuredClient[] = []
  let observer: ClientGroup | null = null

  const all: LoadSession['all'] = (name, input, some = groups) =>
    Promise.all(some.map((group) => group.call(name, input)))

  async function close(): Promise<void> {
    for (const client of entered) client.close()
    recorder.close()
    await Promise.all([...groups, observer].map((group) => group?.close()))
    await server.close()
  }

  try {
    const { session, opensAt } = await publishAndPrepare(server, groups, { ...options, shares, timeoutMs })
    return {
      ...{ server, session, full, light, recorder, all, close },
      async enterAll(routes) {
        const ahead = await server.ahead()
        await Promise.all([
          full.call('enter', { routes, ahead }),
          ...light.map((group) => group.call('connectLight', { routes, ahead })),
        ])
      },
      async observe(url) {
        observer = start('measuring')
        await startMeasuring(observer, { server, session, url })
      },
      async enter(account, url = server.url) {
        recorder.setAhead(await server.ahead())
        const http = httpClient({ url, timeoutMs, attemptMs: 10_000 })
        const viaSocket = { timeoutMs, polls: false }
        const client = await enterMeasured(await logIn(http, account), session, recorder, viaSocket)
        entered.push(client)
        return client
      },
      opened: () => server.opened(opensAt),
      settle: (leader) => settleAll(leader, { entered, recorder, groups, observer }),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Some bidders' second windows read, and another window of the opener's posts. */
async function startMeasuring(
  observer: ClientGroup,
  { server, session, url }: { server: TargetServer; session: string; url: string },
): Promise<void> {
  const { bidders, opener: prober } = server
  const every = Math.max(1, Math.floor(bidders.length / measuringReaders))
  const readers = bidders.filter((_, index) => index % every === 0).slice(0, measuringReaders)
  await observer.call('observe', { session, url, ahead: await server.ahead(), readers, prober })
}

/** Publishes the section, then enrols and logs in every bidder and, with `submit`, submits their bids. */
async function publishAndPrepare(
  server: TargetServer,
  groups: readonly ClientGroup[],
  options: LoadSessionOptions & { readonly shares: readonly number[]; readonly timeoutMs: number },
): Promise<{ session: string; opensAt: string }> {
  const { bidders, shares, submit, url, timeoutMs, onLine } = options
  const leadFor = url === null ? ownLeadSeconds : leadSeconds + bidders * secondsPerBid
  const lead = submit ? leadFor : 1
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
        timeoutMs,
      }
      return group.call('prepare', { share, submit })
    }),
  )
  onLine(`${bidders} bidders are ready after ${Math.max(...seconds).toFixed(1)} s`)
  return { session, opensAt }
}

/** From this many bidders on, groups have processes of their own. */
const processFrom = 20

/** Splits light bidders over two processes; more would slow down the server beside them. */
function twoShares(total: number): number[] {
  const half = Math.ceil(total / 2)
  const shares = total < processFrom ? [total] : [half, total - half]
  return shares.filter((share) => share > 0)
}
