import { setTimeout as sleep } from 'node:timers/promises'
import { epochOf } from '#lib/time.ts'
import { createAuthority } from '../certificates/test-authority.ts'
import { httpClient } from '../client/http-client.ts'
import { logIn, type Participant } from '../client/session-client.ts'
import { clockOffset, type NewAccount, opensIn } from '../fixtures/bids.ts'
import { testTender } from '../fixtures/sample-tender.ts'
import { type Crew, startCrew } from './client-group.ts'
import type { OrderAnswer, OrderInput, OrderName, Share } from './client-group-calls.ts'
import { enterWatched, type Watched } from './measured-client.ts'
import { createRecorder, mergeRecordings, type Recorder, type Recording } from './recorder.ts'
import { openVenue, type Venue, type VenueOptions } from './target-server.ts'
import { findDifference } from './verify-client.ts'

/** One session at a venue with processes of clients, before anybody has entered. */
export interface Production {
  readonly venue: Venue
  readonly session: string
  readonly crews: readonly Crew[]
  readonly recorder: Recorder
  /** The same order for some of the crews, all unless given. */
  all<N extends OrderName>(
    name: N,
    input: OrderInput<N>,
    crews?: readonly Crew[],
  ): Promise<readonly OrderAnswer<N>[]>
  /** Opener or supervisor enters, in this process; `url` is the network's between. */
  enter(account: NewAccount, url?: string): Promise<Participant>
  /** Resolves at the opening time. */
  opened(): Promise<void>
  /** Waits until every client has what `leader` has, and holds everybody's state against the log. */
  settle(leader: Participant): Promise<Settlement>
  close(): Promise<void>
}

export interface Settlement {
  readonly clients: number
  /** How long the last client took to have everything. */
  readonly afterMs: number
  readonly mismatches: readonly string[]
  readonly recording: Recording
}

export interface ProductionOptions extends VenueOptions {
  /** How the bidders are dealt out over processes: this many to each, at most. */
  readonly shares: readonly number[]
  readonly submit: boolean
  /** Says what goes on. */
  readonly onLine: (line: string) => void
}

/**
 * Seconds from the publication in which the bids are in; who comes later is out. For a machine on which a server
 * starts in so many seconds; a slower one gets more.
 */
const secondsPerBid = 0.1
const leadSeconds = 5
const usualStartSeconds = 2.5
const patience = 120_000

/** Opens the venue, publishes a section, and has every bidder enrolled, logged in and (with `submit`) their bid in. */
export async function openProduction(options: ProductionOptions): Promise<Production> {
  const { bidders, shares, submit, onLine } = options
  onLine(options.url === null ? 'starting a server …' : `at ${options.url}`)
  const venue = await openVenue(options)
  const recorder = createRecorder()
  const crews = shares.map(() => startCrew())
  const entered: Watched[] = []

  const all: Production['all'] = (name, input, some = crews) =>
    Promise.all(some.map((crew) => crew.ask(name, input)))

  async function close(): Promise<void> {
    for (const participant of entered) participant.close()
    recorder.close()
    await Promise.all(crews.map((crew) => crew.close()))
    await venue.close()
  }

  async function prepare() {
    const slowness = Math.max(1, venue.startSeconds / usualStartSeconds)
    const lead = submit ? (leadSeconds + bidders * secondsPerBid) * slowness : 1
    const opensAt = await opensIn(venue.http, lead)
    const session = await venue.platform.publishTender(testTender({ agencyCode: venue.agencyCode, opensAt }))
    const authority = await createAuthority({ now: Date.now })
    const seconds = await Promise.all(
      crews.map((crew, index) => {
        const before = shares.slice(0, index).reduce((sum, size) => sum + size, 0)
        const share: Share = {
          session,
          bidders: venue.bidders.slice(before, before + (shares[index] ?? 0)),
          platformKey: venue.platformKey,
          authority,
          url: venue.url,
        }
        return crew.ask('prepare', { share, submit })
      }),
    )
    const took = `${bidders} bidders are ready after ${Math.max(...seconds).toFixed(1)} s`
    // Only who submits has to be ready in time.
    onLine(submit ? `${took} of ${lead.toFixed(1)} s` : took)
    return { session, opensAt }
  }

  try {
    const { session, opensAt } = await prepare()
    return {
      ...{ venue, session, crews, recorder, all, close },
      async enter(account, url = venue.url) {
        const http = httpClient({ url, patience, attemptMs: 10_000 })
        const options = { patience, polls: false }
        const participant = await enterWatched(await logIn(http, account), session, recorder, options)
        entered.push(participant)
        return participant
      },
      async opened() {
        const wait = epochOf(opensAt) - (Date.now() + (await clockOffset(venue.http)))
        await sleep(Math.max(0, wait) + 20)
      },
      async settle(leader) {
        const { seq } = leader.state()
        const hash = leader.entries().at(-1)?.hash ?? ''
        const began = performance.now()
        const own = entered.map(async (participant) => {
          await participant.until((state) => state.seq >= seq, `entry ${seq}`)
          const afterMs = performance.now() - began
          return { afterMs, difference: await findDifference(participant, true) }
        })
        const settled = await all('settle', { head: seq, hash })
        const settledOwn = await Promise.all(own)
        return {
          afterMs: Math.max(
            ...settledOwn.map(({ afterMs }) => afterMs),
            ...settled.map(({ afterMs }) => afterMs),
          ),
          clients: settled.reduce((sum, { clients }) => sum + clients, entered.length),
          mismatches: [
            ...settled.flatMap(({ mismatches }) => mismatches),
            ...settledOwn.flatMap(({ difference }) => difference ?? []),
          ],
          recording: mergeRecordings([recorder.read(), ...settled.map(({ recording }) => recording)]),
        }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** `total` in two processes: one keeps a core busy, more only get in the server's way on a small machine. */
export function halves(total: number): number[] {
  const half = Math.ceil(total / 2)
  return total < 20 ? [total] : [half, total - half]
}
