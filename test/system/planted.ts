import { setTimeout as sleep } from 'node:timers/promises'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { epochOf } from '#lib/time.ts'
import type { BidFile } from '#seal/format.ts'
import { type Account, enterSession, type Participant } from '#simulators/client/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import type { Sighting } from './everything.ts'
import {
  accountOf,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'

/** What nobody else writes, in the figures of a bid and in what is sealed with each of its files. */
export interface PlantedBid {
  readonly figures: Readonly<Record<string, string>>
  readonly files?: Readonly<Partial<Record<BidFileKind, readonly BidFile[]>>>
}

/** An opening in which everything that leaves the server is kept to be looked through. */
export interface WatchedOpening {
  readonly hall: Hall
  readonly session: string
  readonly bidders: readonly TestBidder[]
  readonly bids: readonly Submission[]
  /** Opener, supervisor, agency, tenderer, then the bidders; and who of them has entered, in the same order. */
  readonly accounts: readonly Account[]
  readonly people: readonly Participant[]
  readonly opener: Participant
  /** Every answer and every socket frame. */
  readonly seen: Sighting[]
  personOf(bidder: TestBidder): Participant
  /** Every bidder decrypts, confirms and signs when that is asked for. */
  takePart(): Promise<unknown>[]
  close(): Promise<void>
}

/** Publishes a section with these bids on a hall of its own, and enters it once it is open. */
export async function openWatched(
  planted: readonly PlantedBid[],
  opensInSeconds: number,
  tender: Partial<TenderInput> = {},
): Promise<WatchedOpening> {
  const seen: Sighting[] = []
  const hall = await openHall({
    embedded: true,
    environment: { LOG_LEVEL: 'trace' },
    tap: (call, _status, bytes) =>
      void seen.push({ where: `answer of ${call}`, text: Buffer.from(bytes).toString('latin1') }),
  })
  try {
    return await plant(hall, seen, { planted, opensInSeconds, tender })
  } catch (error) {
    await hall.close()
    throw error
  }
}

async function plant(
  hall: Hall,
  seen: Sighting[],
  options: {
    readonly planted: readonly PlantedBid[]
    readonly opensInSeconds: number
    readonly tender: Partial<TenderInput>
  },
): Promise<WatchedOpening> {
  const { planted, opensInSeconds, tender } = options
  const authority = await testAuthority()
  const bidders = await Promise.all(planted.map(() => bidderOf(hall, authority)))
  const roles = ['opener', 'supervisor', 'agency', 'tenderer'] as const
  const staff = await Promise.all(roles.map((role) => accountOf(hall, role)))
  const accounts = [...staff, ...bidders.map(({ account }) => account)]
  const { session, opensAt } = await publishFor(hall, bidders, opensInSeconds, tender)
  const bids: Submission[] = []
  for (const [index, { account, certificate }] of bidders.entries()) {
    const { figures, files } = itemAt(planted, index)
    const bid = { figures, files: [], filesOf: files ?? {}, certificate: certificate.helper }
    bids.push(await sealAndSubmit(account, session, bid))
  }
  await sleep(Math.max(0, epochOf(opensAt) - Date.now()) + 200)
  const frames = (text: string) => void seen.push({ where: 'a socket frame', text })
  const people = await Promise.all(accounts.map((account) => enterSession(account, session, { frames })))
  const personOf = ({ account }: TestBidder) =>
    itemAt(
      people,
      people.findIndex(({ unitCode }) => unitCode === account.unitCode),
    )
  return {
    ...{ hall, session, bidders, bids, accounts, people, seen, personOf },
    opener: itemAt(people, 0),
    takePart: () =>
      bidders.map((bidder, index) =>
        takePart(personOf(bidder), {
          certificate: bidder.certificate.helper,
          fileKeys: null,
          figures: itemAt(planted, index).figures,
          pause: pauses(null),
          road: 'socket',
        }),
      ),
    async close() {
      for (const person of people) person.close()
      await hall.close()
    },
  }
}

export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}

/** A text as a file of a bid. */
export function attached(words: string): BidFile {
  return { name: 'letter.txt', bytes: new TextEncoder().encode(words) }
}

export function wordsOf({ bytes }: BidFile): string {
  return new TextDecoder().decode(bytes)
}
