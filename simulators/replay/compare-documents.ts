import { currentDocument, recordKey } from '#domain/documents/document.ts'
import { maskedPhone } from '#domain/evaluation/masked-phone.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { figureText } from '#domain/submission/figures.ts'
import { hasDeposit } from '#domain/tender/tender.ts'
import type { Variant } from '#variants/schema.ts'
import type { Participant } from '../client/session-client.ts'
import { inquiryReply } from '../participants/opener.ts'
import type { Expectation, ExpectedBid } from './expected-results.ts'
import { pdfSignatures } from './pdf-signatures.ts'
import { pdfText, withoutSpace } from './pdf-text.ts'
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
  const made = [
    ['overview', await opener.call('createReport', { body: query }), figures],
    ['record', await opener.call('CreateBidOpeningReport', { query }), recordRow],
    ['sign-in sheet', await opener.call('createSignInReport', {}), () => []],
    ['certificates', await opener.call('createCaReport', {}), ({ name }: ExpectedBid) => [name]],
    ...(isPaid && (await showsDeposits(opener))
      ? [['deposits', await opener.call('DownloadTouBiaoBaoZhengJinReport', {}), deposit] as const]
      : []),
  ] as const
  const found = await Promise.all(
    made.map(([name, { ResultMessage }, wanted]) =>
      compareDocument(opener, expected, name, ResultMessage, wanted),
    ),
  )
  return [
    ...found.flat(),
    ...(await compareObjections(opener, expected)),
    ...(await compareContacts(opener, expected)),
    ...(await checkSeal(opener, expected)),
  ]
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
  address: string,
  wanted: Wanted,
): Promise<string[]> {
  const fileId = new URLSearchParams(address.split('?')[1]).get('fileId')
  if (!fileId) return [`${name}: ${address}`]
  const [one, two] = await Promise.all([fetched(opener, fileId), fetched(opener, fileId)])
  const known = (await opener.call('GetReportFileInfo')).find((file) => file.fileId === fileId)
  const isTable = name === 'overview' || name === 'record'
  const text = await pdfText(one)
  const unsaid = isTable ? (expected.words ?? []).filter((words) => !text.includes(withoutSpace(words))) : []
  return [
    ...(one.equals(two) ? [] : [`${name}: two downloads differ`]),
    ...(known?.sha256 === sha256Hex(one) ? [] : [`${name}: the log has another hash`]),
    ...compareRows(name, text, expected, wanted),
    ...unsaid.map((words) => `${name}: it has no ${words}`),
  ]
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

/** What bidders objected to in the inquiry, and the replies; nothing where there was no inquiry. */
async function compareObjections(opener: Participant, expected: Expectation): Promise<string[]> {
  const { IsNeeded } = await opener.call('xiaDaYiYiXunWenZhiLingTime', {
    query: { StageOrd: expected.envelope },
  })
  if (!IsNeeded) return []
  const report = (await opener.call('CreateObjectionAndReplyReport')) as Uint8Array
  return compareRows('objections', await pdfText(report), expected, ({ objection }) =>
    objection === undefined ? null : [objection, inquiryReply],
  )
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

/** The sealed record's PDF signatures: each bidder's and the hall's hold, where pdfsig is installed. */
async function checkSeal(opener: Participant, { bids, envelope }: Expectation): Promise<string[]> {
  const key = recordKey('sealed-record', envelope ?? opener.state().stage.number)
  const state = await opener.until((now) => currentDocument(now, key) !== null, 'the sealed record')
  const sealed = await fetched(opener, currentDocument(state, key)?.documentId ?? '')
  const signatures = await pdfSignatures(sealed)
  if (signatures === null) return []
  const { valid, total, coversAll } = signatures
  const wanted = bids.length + 1
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
