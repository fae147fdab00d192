import type { Figures } from '#domain/figures.ts'
import type { Random } from '#lib/ports.ts'
import { isoTime } from '#lib/time.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { BidFile } from '#seal/format.ts'
import { sealBid } from '#seal/seal-bid.ts'
import { fileForm, type HttpClient } from './http-client.ts'
import type { PlatformClient } from './platform/client.ts'
import { type Account, type Credentials, logIn } from './session-client.ts'

/** Somebody whom the trading platform gives an account. */
export interface NewAccount extends Credentials {
  readonly role: 'opener' | 'bidder' | 'supervisor' | 'agency' | 'tenderer'
  readonly name: string
  readonly unitCode: string
}

/** Has the platform add the account, and logs it in. */
export async function newAccount(
  platform: PlatformClient,
  http: HttpClient,
  account: NewAccount,
): Promise<Account> {
  await platform.addAccount(account)
  return logIn(http, account)
}

export interface Submission {
  readonly fileId: string
  readonly fileKey: string
  readonly submittedAt: string
}

/** What a bid says, and whose certificate signs it. */
export interface Bid {
  readonly figures: Figures
  readonly files: readonly BidFile[]
  readonly certificate: CertificateHelper
}

/** Seals a bid against a section's key. Throws where it cannot be sealed. */
export async function sealFor(
  section: {
    readonly guid: string
    readonly sectionCode: string
    readonly unitCode: string
    readonly sessionRecipient: string
  },
  bid: Bid,
  random: Random = randomBytes,
) {
  const fileName = `${section.sectionCode}-${section.unitCode}.kbid`
  const sealed = await sealBid({
    sessionId: section.guid,
    bidderCode: section.unitCode,
    fileId: crypto.randomUUID(),
    fileName,
    figures: bid.figures,
    files: bid.files,
    sessionRecipient: section.sessionRecipient,
    certificate: bid.certificate,
    random,
    now: Date.now,
  })
  if (!sealed.ok) throw new Error(`the bid cannot be sealed: ${sealed.error.code}`)
  return { fileName, ...sealed.value }
}

/** Seals a bid against the section's key as its bidder and submits it. */
export async function sealAndSubmit(
  account: Account,
  session: string,
  bid: Bid,
  random: Random = randomBytes,
): Promise<Submission> {
  const info = await account.call('getSealingInfo', { query: { BDGuid: session } })
  const { bdGuid: guid, bdbh: sectionCode, EntprsCode: unitCode, sessionRecipient } = info
  const section = { guid, sectionCode, unitCode, sessionRecipient }
  const { fileName, ciphertext, manifest, fileKey } = await sealFor(section, bid, random)
  const form = fileForm({ BDGuid: session, manifest }, { name: fileName, bytes: ciphertext })
  const { bidFileId, submittedAt } = await account.call('submitBidFile', { body: form })
  return { fileId: bidFileId, fileKey, submittedAt }
}

export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** How far the server's clock is ahead of this machine's, in milliseconds. */
export async function clockOffset(http: HttpClient): Promise<number> {
  const asked = Date.now()
  const { epoch } = await http.call('getServerTimeNoauth')
  return epoch - (asked + Date.now()) / 2
}

/** An opening time `seconds` ahead by the server's clock. */
export async function opensIn(http: HttpClient, seconds: number): Promise<string> {
  return isoTime(Date.now() + (await clockOffset(http)) + seconds * 1000)
}
