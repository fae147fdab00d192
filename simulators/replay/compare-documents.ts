import { Decimal } from 'decimal.js'
import { currentDocument, documentFormats, recordKey } from '#domain/documents/document.ts'
import { maskedPhone } from '#domain/evaluation/masked-phone.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { figureText } from '#domain/submission/figures.ts'
import { hasDeposit } from '#domain/tender/tender.ts'
import type { Variant } from '#variants/schema.ts'
import type { Participant } from '../client/session-client.ts'
import { disputeReply, inquiryReply } from '../participants/opener.ts'
import { missingCells, readRows } from './excel-rows.ts'
import type { Expectation, ExpectedBid } from './expected-results.ts'
import { pdfSignatures } from './pdf-signatures.ts'
import { pdfText, withoutSpace } from './pdf-text.ts'
import { pricedItems } from './recorded-openings.ts'
import { rowTexts } from './row-texts.ts'

/** What a document has of one bid, in the rows with its bidder's name; null for a bid that it leaves out. */
type Wanted = (bid: ExpectedBid) => readonly string[] | null

/**
 * Has the opener make the documents of an ended envelope and reads them: two downloads are the same bytes, the log has
 * their hash, and what belongs to a bidder stands in that bidder's row. One line for each difference.
 */
export async function compareDocuments(opener: Participant, expected: Expectation): Promise<string[]> {
  const { envelope, columns } = expected
  const { tender } = opener.state()
  const query = { StageOrd: envelope }
  const figures: Wanted = (bid) => columns.map(({ key, isNumber }) => shownFigure(bid, key, isNumber))
  const deposit: Wanted = (bid) => [figureText('money', bid.deposit)]
  const isPaid = tender !== null && hasDeposit(tender)
  const recordRow: Wanted = (bid) => [...(figures(bid) ?? []), ...(isPaid ? (deposit(bid) ?? []) : [])]
  const found = [
    ...(await compareDocument(opener, expected, 'overview', figures, () =>
      opener.call('createReport', { body: query }),
    )),
    ...(await compareDocument(opener, expected, 'record', recordRow, () =>
      opener.call('CreateBidOpeningReport', { query }),
    )),
    ...(await compareSheets(opener, expected, isPaid && (await showsDeposits(opener)))),
  ]
  return [
    ...found,
    ...(await compareObjections(opener, expected)),
    ...(await compareContacts(opener, expected)),
    ...(await checkSeal(opener, expected)),
  ]
}

/** The sheets, each as PDF and as Excel. */
async function compareSheets(
  opener: Participant,
  expected: Expectation,
  hasDeposits: boolean,
): Promise<string[]> {
  const BidStage = expected.envelope
  const hasItems = expected.bids.some(({ unitPrices }) => unitPrices !== undefined)
  const found: string[] = []
  for (const format of documentFormats) {
    const query = { format }
    const number = (value: string) => (format === 'pdf' ? figureText('money', value) : value)
    const compare = (name: string, wanted: Wanted, make: () => Promise<{ readonly ResultMessage: string }>) =>
      compareDocument(opener, expected, `${name} (${format})`, wanted, make)
    found.push(
      ...(await compare(
        'sign-in sheet',
        () => [],
        () => opener.call('createSignInReport', { query }),
      )),
      ...(await compare(
        'certificates',
        ({ name }) => [name],
        () => opener.call('createCaReport', { query }),
      )),
    )
    if (hasDeposits)
      found.push(
        ...(await compare(
          'deposits',
          (bid) => [number(bid.deposit)],
          () => opener.call('DownloadTouBiaoBaoZhengJinReport', { query }),
        )),
      )
    if (hasItems)
      found.push(
        ...(await compare(
          'unit prices',
          (bid) => pricesIn(bid).map(number),
          () => opener.call('ztbqdReport', { query: { BidStage, format } }),
        )),
      )
  }
  return found
}

/** Each unit price of a bid, with its amount: once more the total of its sheet, which has no other item. */
function pricesIn({ unitPrices }: ExpectedBid): string[] {
  return pricedItems.flatMap(({ key, item }) => {
    const price = unitPrices?.[key]
    if (price === undefined) return []
    const amount = new Decimal(price).times(item.quantity)
    return [price, amount.toFixed(Math.max(2, amount.decimalPlaces()))]
  })
}

/** Whether the region has a list of deposits. */
async function showsDeposits(opener: Participant): Promise<boolean> {
  const { shell, laterSteps } = (await opener.call('getVariant')).variant as unknown as Variant
  return shell.deposits || laterSteps.depositTab
}

async function compareDocument(
  opener: Participant,
  expected: Expectation,
  name: string,
  wanted: Wanted,
  make: () => Promise<{ readonly ResultMessage: string }>,
): Promise<string[]> {
  const address = (await make()).ResultMessage
  const fileId = new URLSearchParams(address.split('?')[1]).get('fileId')
  if (!fileId) return [`${name}: ${address}`]
  const [one, two] = await Promise.all([fetched(opener, fileId), fetched(opener, fileId)])
  const known = (await opener.call('GetReportFileInfo')).find((file) => file.fileId === fileId)
  return [
    ...(one.equals(two) ? [] : [`${name}: two downloads differ`]),
    ...(known?.sha256 === sha256Hex(one) ? [] : [`${name}: the log has another hash`]),
    ...(known?.format === 'xlsx'
      ? compareCells(name, await readRows(one), expected, wanted)
      : comparePrint(name, await pdfText(one), expected, wanted)),
  ]
}

function comparePrint(name: string, text: string, expected: Expectation, wanted: Wanted): string[] {
  const isTable = name === 'overview' || name === 'record'
  const unsaid = isTable ? (expected.words ?? []).filter((words) => !text.includes(withoutSpace(words))) : []
  return [
    ...compareRows(name, text, expected, wanted),
    ...unsaid.map((words) => `${name}: it has no ${words}`),
  ]
}

function compareCells(
  name: string,
  rows: readonly (readonly string[])[],
  { bids }: Expectation,
  wanted: Wanted,
): string[] {
  return bids.flatMap((bid) => {
    const words = wanted(bid)
    if (words === null) return []
    const missing = missingCells(rows, bid.name, words)
    if (missing === null) return [`${name}: ${bid.name} has no row`]
    return missing.map((one) => `${name}: the rows of ${bid.name} have no ${one}`)
  })
}

/** Whether each bid has a row, and in it what is wanted of the bid. */
export function compareRows(name: string, text: string, { bids }: Expectation, wanted: Wanted): string[] {
  const rows = rowTexts(
    text,
    bids.map((bid) => bid.name),
  )
  return bids.flatMap((bid) => {
    const words = wanted(bid)
    if (words === null) return []
    const row = rows.get(withoutSpace(bid.name))
    if (row === undefined) return [`${name}: ${bid.name} has no row`]
    return words.flatMap((one) =>
      row.includes(withoutSpace(one)) ? [] : [`${name}: the row of ${bid.name} has no ${one}`],
    )
  })
}

/** What bidders dispute of their rows, and object to where there was an inquiry, with the replies. */
async function compareObjections(opener: Participant, expected: Expectation): Promise<string[]> {
  const { IsNeeded } = await opener.call('xiaDaYiYiXunWenZhiLingTime', {
    query: { StageOrd: expected.envelope },
  })
  const report = (await opener.call('CreateObjectionAndReplyReport')) as Uint8Array
  return compareRows('objections', await pdfText(report), expected, ({ objection, dispute }) => {
    const disputed = dispute === undefined ? [] : [dispute, disputeReply]
    const objected = objection === undefined || !IsNeeded ? [] : [objection, inquiryReply]
    return disputed.length + objected.length === 0 ? null : [...disputed, ...objected]
  })
}

/** The contacts, with stars where the caller gets stars. */
async function compareContacts(opener: Participant, expected: Expectation): Promise<string[]> {
  const shown = await opener.call('getTouBiaoRenLianXi')
  const report = (await opener.call('CreateTouBiaoRenLianXiReport')) as Uint8Array
  return compareRows('contacts', await pdfText(report), expected, ({ code, contact }) => {
    const isMasked = shown.find(({ EntprsCode }) => EntprsCode === code)?.IsMasked ?? false
    const { touBiao_DaiBiao: name, touBiao_DaiBiao_DianHua: phone } = contact
    return [name, isMasked ? maskedPhone(phone) : phone]
  })
}

/** The sealed record's PDF signatures: each bidder's, the opener's and the hall's hold, where pdfsig is installed. */
async function checkSeal(
  opener: Participant,
  { bids, envelope, openerSigns = false }: Expectation,
): Promise<string[]> {
  const key = recordKey('sealed-record', envelope ?? opener.state().stage.number)
  const state = await opener.until((now) => currentDocument(now, key) !== null, 'the sealed record')
  const sealed = await fetched(opener, currentDocument(state, key)?.documentId ?? '')
  const signatures = await pdfSignatures(sealed)
  if (signatures === null) return []
  const { valid, total, coversAll } = signatures
  const wanted = bids.length + (openerSigns ? 1 : 0) + 1
  return [
    ...(valid === wanted && total === wanted
      ? []
      : [`sealed record: ${valid} of ${total} signatures hold instead of ${wanted}`]),
    ...(coversAll ? [] : ['sealed record: no signature covers all of it']),
  ]
}

/** A figure as it stands in print: money in groups of three digits. */
function shownFigure({ figures }: ExpectedBid, key: string, isNumber: boolean): string {
  return figureText(isNumber ? 'money' : 'text', figures[key] ?? '')
}

async function fetched(opener: Participant, fileId: string): Promise<Buffer> {
  return Buffer.from((await opener.call('getReportFile', { query: { fileId } })) as Uint8Array)
}
