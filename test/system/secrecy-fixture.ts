import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import type { BidFile } from '#seal/format.ts'
import { type Account, enterSession, type Participant } from '#simulators/client/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import {
  accountOf,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'
import type { RecordedText } from './secrecy-search.ts'

/** A bid whose figures and files contain texts that occur nowhere else, so that a search finds where they leak. */
export interface SecretBid {
  readonly figures: Readonly<Record<string, string>>
  readonly files?: Readonly<Partial<Record<BidFileKind, readonly BidFile[]>>>
}

/** An opening in which everything that leaves the server is recorded, for the search. */
export interface RecordedOpening {
  readonly hall: Hall
  readonly session: string
  readonly bidders: readonly TestBidder[]
  readonly bids: readonly Submission[]
  /** Opener, supervisor, agency, tenderer, then the bidders; `people` are the same in the section, in this order. */
  readonly accounts: readonly Account[]
  readonly people: readonly Participant[]
  readonly opener: Participant
  /** Every answer and every socket frame so far. */
  readonly seen: RecordedText[]
  personOf(bidder: TestBidder): Participant
  /** Every bidder decrypts, confirms and signs when asked to. */
  takePart(): Promise<unknown>[]
  close(): Promise<void>
}

/** Publishes a section with these bids on a server of its own; everybody enters once it is open. */
export async function openRecordedOpening(
  secretBids: readonly SecretBid[],
  tender: Partial<TenderInput> = {},
): Promise<RecordedOpening> {
  const seen: RecordedText[] = []
  const hall = await openHall({
    embedded: true,
    environment: { LOG_LEVEL: 'trace' },
    tap: (call, _status, bytes) =>
      void seen.push({ where: `answer of ${call}`, text: Buffer.from(bytes).toString('latin1') }),
  })
  try {
    return await publishAndEnter(hall, seen, { secretBids, tender })
  } catch (error) {
    await hall.close()
    throw error
  }
}

async function publishAndEnter(
  hall: Hall,
  seen: RecordedText[],
  options: {
    readonly secretBids: readonly SecretBid[]
    readonly tender: Partial<TenderInput>
  },
): Promise<RecordedOpening> {
  const { secretBids, tender } = options
  const authority = await testAuthority()
  const bidders = await Promise.all(secretBids.map(() => bidderOf(hall, authority)))
  const roles = ['opener', 'supervisor', 'agency', 'tenderer'] as const
  const staff = await Promise.all(roles.map((role) => accountOf(hall, role)))
  const accounts = [...staff, ...bidders.map(({ account }) => account)]
  const { session, opensAt } = await publishFor(hall, bidders, 60, tender)
  const bids: Submission[] = []
  for (const [index, { account, certificate }] of bidders.entries()) {
    const { figures, files } = itemAt(secretBids, index)
    const bid = { figures, files: [], filesOf: files ?? {}, certificate: certificate.helper }
    bids.push(await sealAndSubmit(account, session, bid))
  }
  await hall.clock.leapTo(opensAt)
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
          figures: itemAt(secretBids, index).figures,
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

/** A text as a bid's attached file. */
export function attached(words: string): BidFile {
  return { name: 'letter.txt', bytes: new TextEncoder().encode(words) }
}

export function wordsOf({ bytes }: BidFile): string {
  return new TextDecoder().decode(bytes)
}
