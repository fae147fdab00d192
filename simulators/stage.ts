import { z } from 'zod'
import { type BidFileKind, bidFileSuffixes } from '#domain/submission/bid-file.ts'
import type { Figures } from '#domain/submission/figures.ts'
import { type Column, columnSchema } from '#domain/tender/tender.ts'
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
  /** Of the first file of the bid, as `fileId`; empty without bid encryption. */
  readonly fileKey: string
  /** Of each by its file id; none without bid encryption. */
  readonly fileKeys: Readonly<Record<string, string>>
  readonly submittedAt: string
}

/** What a bid says, and whose certificate signs it. Attachments go into its first file, or into those of `filesOf`. */
export interface Bid {
  readonly figures: Figures
  readonly files: readonly BidFile[]
  readonly filesOf?: Readonly<Partial<Record<BidFileKind, readonly BidFile[]>>>
  readonly certificate: CertificateHelper
}

/** Seals one file of a bid against a section's key. Throws where it cannot be sealed. */
export async function sealFor(
  section: {
    readonly guid: string
    readonly sectionCode: string
    readonly unitCode: string
    readonly sessionRecipient: string
    /** False: without bid encryption. */
    readonly encrypted?: boolean
  },
  bid: Bid & { readonly kind?: BidFileKind; readonly fileName?: string },
  random: Random = randomBytes,
) {
  const { kind = 'technical' } = bid
  const fileName = bid.fileName ?? `${section.sectionCode}-${section.unitCode}${bidFileSuffixes[kind][0]}`
  const fileId = crypto.randomUUID()
  const sealed = await sealBid({
    sessionId: section.guid,
    bidderCode: section.unitCode,
    kind,
    fileId,
    fileName,
    figures: bid.figures,
    files: bid.files,
    sessionRecipient: section.sessionRecipient,
    encrypted: section.encrypted ?? true,
    certificate: bid.certificate,
    random,
    now: Date.now,
  })
  if (!sealed.ok) throw new Error(`the bid cannot be sealed: ${sealed.error.code}`)
  return { fileId, fileName, ...sealed.value }
}

/** Seals every file that a bid needs against the section's key as its bidder, and submits them. */
export async function sealAndSubmit(
  account: Account,
  session: string,
  bid: Bid,
  random: Random = randomBytes,
): Promise<Submission> {
  const info = await account.call('getSealingInfo', { query: { BDGuid: session } })
  const columns = z.array(columnSchema).parse(info.columns)
  const submitted = []
  for (const [index, { kind, sessionRecipient }] of info.bidFiles
    .filter(({ required }) => required)
    .entries()) {
    const figures = figuresFor(kind, columns, bid.figures)
    const file = { ...bid, kind, figures, files: bid.filesOf?.[kind] ?? (index === 0 ? bid.files : []) }
    submitted.push(await submitOne(account, { ...info, sessionRecipient }, file, random))
  }
  const [first] = submitted
  if (!first) throw new Error('the section asks for no file')
  const keyed = submitted.filter(({ fileKey }) => fileKey !== '')
  return { ...first, fileKeys: Object.fromEntries(keyed.map(({ fileId, fileKey }) => [fileId, fileKey])) }
}

/** Seals one file of a bid and submits it. */
async function submitOne(
  account: Account,
  info: { bdGuid: string; bdbh: string; EntprsCode: string; sessionRecipient: string; encrypted: boolean },
  bid: Bid & { readonly kind: BidFileKind },
  random: Random = randomBytes,
): Promise<Omit<Submission, 'fileKeys'>> {
  const { bdGuid: guid, bdbh: sectionCode, EntprsCode: unitCode, sessionRecipient, encrypted } = info
  const section = { guid, sectionCode, unitCode, sessionRecipient, encrypted }
  const { fileName, ciphertext, manifest, fileKey } = await sealFor(section, bid, random)
  const form = fileForm({ BDGuid: guid, manifest }, { name: fileName, bytes: ciphertext })
  const { bidFileId, submittedAt } = await account.call('submitBidFile', { body: form })
  return { fileId: bidFileId, fileKey: fileKey ?? '', submittedAt }
}

/** The figures that one file says; a name that no column has goes into the technical one, and is refused there. */
function figuresFor(kind: BidFileKind, columns: readonly Column[], figures: Figures): Figures {
  const fileOf = (key: string) => columns.find((column) => column.key === key)?.file ?? 'technical'
  return Object.fromEntries(Object.entries(figures).filter(([key]) => fileOf(key) === kind))
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
