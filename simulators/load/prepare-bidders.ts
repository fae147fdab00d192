import type { Figures } from '#domain/submission/figures.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { issueToOnlookers, issueWithoutFile, type UsableCertificate } from '../certificates/test-authority.ts'
import { httpClient } from '../client/http-client.ts'
import { type Account, logIn } from '../client/session-client.ts'
import type { NewAccount } from '../fixtures/accounts.ts'
import { sealAndSubmit } from '../fixtures/bids.ts'
import { randomBytes } from '../fixtures/random-bytes.ts'
import { createPlatformClient } from '../platform/client.ts'
import type { Route, Share } from './client-group-calls.ts'

/** A bidder ready to enter. */
export interface PreparedBidder {
  readonly bidder: NewAccount
  readonly session: string
  readonly account: Account
  /** Time-out of any wait of this bidder, in milliseconds. */
  readonly timeoutMs: number
  /** Null without a submission. */
  readonly bid: Bid | null
}

export interface Bid {
  readonly certificate: UsableCertificate
  readonly figures: Figures
  /** The printed file keys by file id. */
  readonly fileKeys: Readonly<Record<string, string>>
  /** Opens the bid by its certificate, not by the printed keys. */
  readonly unwraps: boolean
}

/** Clients use the routes in turn, beginning with the last, so that even a few of them include one that polls. */
export function routeOf(routes: readonly Route[], index: number): Route {
  return routes[(index + routes.length - 1) % routes.length] as Route
}

/** More concurrent bidders would only queue up at the server. */
const atOnce = 12

/** Certificates, enrolment, login and, with `submit`, a sealed bid for every bidder of a share. */
export async function prepareShare(share: Share, submit: boolean): Promise<PreparedBidder[]> {
  const { session, authority, timeoutMs } = share
  const http = httpClient({ url: share.url })
  const platform = createPlatformClient({ url: share.url, key: share.platformKey })
  const onlooker = await issueToOnlookers(authority)

  async function prepareOne(bidder: NewAccount, index: number): Promise<PreparedBidder> {
    const { unitCode, name } = bidder
    const options = { unitCode, name, password: unitCode, now: Date.now }
    const certificate = submit ? await issueWithoutFile(authority, options) : null
    const certificatePem = certificate?.certificatePem ?? (await onlooker(options))
    await platform.enrolBidder(session, { unitCode, name, certificatePem })
    const account = await logIn(http, bidder)
    const bid = certificate && (await submitBid(account, session, certificate, index))
    return { bidder, session, account, timeoutMs, bid }
  }

  const semaphore = createSemaphore(atOnce)
  return Promise.all(share.bidders.map((bidder, index) => semaphore(() => prepareOne(bidder, index))))
}

async function submitBid(
  account: Account,
  session: string,
  certificate: UsableCertificate,
  index: number,
): Promise<Bid> {
  const figures = { price: `${1_000_000 + index}.${String(index % 100).padStart(2, '0')}` }
  const files = [{ name: 'bid.txt', bytes: randomBytes(2000) }]
  const sealed = { figures, files, certificate: certificate.helper }
  const { fileKeys } = await sealAndSubmit(account, session, sealed)
  return { certificate, figures, fileKeys, unwraps: index % 2 === 0 }
}
