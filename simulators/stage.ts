import type { Figures } from '#domain/figures.ts'
import type { TenderInput } from '#domain/tender.ts'
import type { Random } from '#lib/ports.ts'
import { isoTime } from '#lib/time.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { BidFile } from '#seal/format.ts'
import { sealBid } from '#seal/seal-bid.ts'
import { failureOf, fileForm, type HttpClient } from './http-client.ts'
import { type Account, type Credentials, logIn } from './session-client.ts'

/** What simulators set up through the trading platform's account. */
export interface NewAccount extends Credentials {
  readonly role: 'opener' | 'bidder' | 'supervisor' | 'agency' | 'tenderer'
  readonly name: string
  readonly unitCode: string
}

/** Adds an account; one that is there already is left as it is (a call whose answer was lost is made again). */
async function addAccount(platform: Account, account: NewAccount): Promise<void> {
  try {
    await platform.call('addAccount', { body: { ...account } })
  } catch (error) {
    if (failureOf(error)?.code !== 'account-exists') throw error
  }
}

/** Adds the account and logs it in. */
export async function newAccount(platform: Account, account: NewAccount): Promise<Account> {
  await addAccount(platform, account)
  return logIn(platform.http, account)
}

/** The id of the section published. */
export async function publish(platform: Account, tender: TenderInput): Promise<string> {
  return (await platform.call('publishTender', { body: { tender } })).BDGuid
}

export async function enrol(
  platform: Account,
  session: string,
  bidder: { readonly unitCode: string; readonly name: string; readonly certificatePem: string },
): Promise<void> {
  const body = {
    BDGuid: session,
    EntprsCode: bidder.unitCode,
    EntprsName: bidder.name,
    CertPem: bidder.certificatePem,
  }
  await platform.call('enrolBidder', { body })
}

export interface Submission {
  readonly fileId: string
  readonly fileKey: string
  readonly submittedAt: string
}

/** Seals a bid against the section's key as its bidder and submits it. */
export async function sealAndSubmit(
  account: Account,
  session: string,
  bid: {
    readonly figures: Figures
    readonly files: readonly BidFile[]
    readonly certificate: CertificateHelper
  },
  random: Random = randomBytes,
): Promise<Submission> {
  const info = await account.call('getSealingInfo', { query: { BDGuid: session } })
  const fileId = crypto.randomUUID()
  const fileName = `${info.bdbh}-${info.EntprsCode}.kbid`
  const sealed = await sealBid({
    sessionId: info.bdGuid,
    bidderCode: info.EntprsCode,
    fileId,
    fileName,
    figures: bid.figures,
    files: bid.files,
    sessionRecipient: info.sessionRecipient,
    certificate: bid.certificate,
    random,
    now: Date.now,
  })
  if (!sealed.ok) throw new Error(`the bid cannot be sealed: ${sealed.error.code}`)
  const { ciphertext, manifest, fileKey } = sealed.value
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
