import { recordDocument, roundOfEnvelope } from '#domain/ending/record.ts'
import { canonicalJson, sha256Hex } from '#domain/log/canonical-json.ts'
import { firstBreak } from '#domain/log/entry.ts'
import { type Figures, figureText } from '#domain/submission/figures.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import { readCertificate } from '#seal/certificate.ts'
import { verifyDocument } from '#seal/signed-document.ts'
import { secondCalculation } from '../base-price/second-calculation.ts'
import { readLog } from '../client/read-log.ts'
import type { Participant } from '../client/session-client.ts'
import { compareDocuments } from './compare-documents.ts'
import { compareDisputes, compareInquiry } from './compare-inquiry.ts'
import { isSameNumber, readRows } from './excel-rows.ts'
import type { Expectation, ExpectedBid } from './expected-results.ts'
import { pdfText, withoutSpace } from './pdf-text.ts'

/** One line for each difference between an ended opening's results and the submitted bids. */
export async function findMismatches(
  opener: Participant,
  bidder: Participant,
  expected: Expectation,
): Promise<string[]> {
  const found = await Promise.all([
    compareOverview(opener, expected),
    compareOverview(bidder, expected),
    compareExcel(opener, expected),
    compareRecord(bidder, expected),
    compareBasePrice(opener, expected),
    compareBasePrice(bidder, expected),
    compareInquiry(opener, expected),
    compareInquiry(bidder, expected),
    compareDisputes(opener, expected),
    compareDisputes(bidder, expected),
    checkLog(opener),
    checkLog(bidder),
  ])
  // Making documents adds to the log, and must not disturb its comparison.
  return [...found.flat(), ...(await compareDocuments(opener, expected))]
}

async function compareOverview(viewer: Participant, { bids, envelope }: Expectation): Promise<string[]> {
  const { total, headers, rows } = await viewer.call('CreateReport_Json', {
    query: { PageSize: 9999, BidStage: envelope },
  })
  const problems = total === bids.length && rows.length === bids.length ? [] : [`overview has ${total} rows`]
  for (const bid of bids) {
    const row = rows.find(({ entprsCode }) => entprsCode === bid.code)
    if (row?.entprsName !== bid.name) problems.push(`overview: ${bid.name} stands as ${row?.entprsName}`)
    problems.push(...compareFigures('overview', bid, figuresIn(row, headers)))
    if (row?.IsConfirmKBYLB !== 1) problems.push(`overview: ${bid.name} not confirmed`)
  }
  return problems
}

/** Calculates the base price a second time from the submitted prices, and fetches its report. */
async function compareBasePrice(viewer: Participant, expected: Expectation): Promise<string[]> {
  const { bids, columns, envelope } = expected
  const { tender, draws } = viewer.state()
  const rule = tender?.evaluation?.basePrice
  if (!rule || !columns.some(({ key }) => key === 'price')) return []
  const drawn = Object.values(draws).flatMap(({ parts, outcome }) =>
    parts.map(({ parameter }, i) => [parameter, outcome?.results[i]?.saved ?? ''] as const),
  )
  const price = secondCalculation({
    rule,
    prices: bids.map(({ figures }) => figures.price ?? ''),
    ceiling: tender.ceilingPrice ?? null,
    drawn: Object.fromEntries(drawn),
  })
  const { BaseTotalPrice } = await viewer.call('getBaseTotalPrice', { query: { BidStage: envelope } })
  const report = await viewer.call('CreateReport_BaseTotalPrice', { query: { StageOrd: envelope } })
  const text = await pdfText(report)
  const words = [figureText('money', price ?? ''), ...bids.map(({ name }) => name)]
  const missing = words.filter((said) => !text.includes(withoutSpace(said)))
  return [
    ...(BaseTotalPrice === price ? [] : [`base price: ${BaseTotalPrice} instead of ${price}`]),
    ...missing.map((said) => `base price: the report has no ${said}`),
  ]
}

/** The figures of a row of CreateReport_Json, under the keys of its headers. */
export function figuresIn(
  row: Readonly<Record<string, unknown>> | undefined,
  headers: readonly { readonly key: string }[],
): Figures {
  return Object.fromEntries(
    headers.flatMap(({ key }) => (typeof row?.[key] === 'string' ? [[key, row[key]] as const] : [])),
  )
}

/** Compares the bidder's row below the titles, cell by cell. */
async function compareExcel(
  viewer: Participant,
  { bids, columns, envelope }: Expectation,
): Promise<string[]> {
  const rows = await readRows(await viewer.call('GetReportExcel', { query: { StageOrd: envelope } }))
  const titleRow = rows.findIndex((row) => columns.every(({ title }) => positionOf(row, title) >= 0))
  if (titleRow < 0) return ['excel: the titles are missing']
  const titles = rows[titleRow] ?? []
  return bids.flatMap((bid) => {
    const row = rows.slice(titleRow + 1).find((cells) => cells.includes(bid.code))
    if (!row?.includes(bid.name)) return [`excel: ${bid.name} is missing`]
    return columns.flatMap(({ key, title, isNumber }) => {
      const [sealed = '', read = ''] = [bid.figures[key], row[positionOf(titles, title)]]
      // A spreadsheet number has no trailing zeros, but its value must equal the sealed one exactly.
      const same = sealed === read || (isNumber && isSameNumber(sealed, read))
      return same ? [] : [`excel: ${bid.name}, ${key} is ${read} instead of ${sealed}`]
    })
  })
}

/** The titles end in their unit: 投标报价(元). */
function positionOf(row: readonly string[], title: string): number {
  return row.findIndex((cell) => cell.startsWith(title))
}

async function compareRecord(viewer: Participant, { bids, envelope }: Expectation): Promise<string[]> {
  const { record, recordHash, signatures } = await viewer.call('getOpeningRecord', {
    query: { StageOrd: envelope },
  })
  const problems: string[] = []
  if (sha256Hex(canonicalJson(record)) !== recordHash)
    problems.push('record: the hash is not that of the record')
  const rows = (record as { rows: { bidderCode: string; bidderName: string; figures: Figures | null }[] })
    .rows
  const round = roundOfEnvelope(viewer.state(), envelope ?? viewer.state().stage.number)
  const pdf = round && recordDocument(round)?.sha256
  const signed = { hash: recordHash, ...(pdf ? { pdf } : {}) }
  for (const bid of bids) {
    const row = rows.find(({ bidderCode }) => bidderCode === bid.code)
    if (row?.bidderName !== bid.name) problems.push(`record: ${bid.name} stands as ${row?.bidderName}`)
    const sealed = { ...bid.figures, ...bid.unitPrices }
    problems.push(...compareFigures('record', { ...bid, figures: sealed }, row?.figures ?? {}))
    const signature = signatures.find(({ entprsCode }) => entprsCode === bid.code)
    const verified =
      signature && (await isSignedBy(bid, signature.jws, 'opening-record', viewer.session, signed))
    if (!verified) problems.push(`record: the signature of ${bid.name} does not hold`)
  }
  if (rows.length !== bids.length) problems.push(`record has ${rows.length} rows`)
  return problems
}

async function isSignedBy(
  bid: ExpectedBid,
  jws: string,
  document: string,
  session: string,
  signed: { readonly hash: string | null; readonly pdf?: string },
): Promise<boolean> {
  const verified = await verifyDocument(jws, signedDocumentType)
  if (!verified.ok) return false
  const right = canonicalJson({ document, session, ...signed }) === canonicalJson(verified.value.payload)
  return right && printOf(verified.value.certificatePem) === printOf(bid.certificatePem)
}

function printOf(pem: string): string | null {
  const info = readCertificate(pem)
  return info.ok ? info.value.fingerprint : null
}

/**
 * Reads the whole log by REST: its chain must hold, and it must equal the log from the socket. The sealed record may be
 * filed meanwhile: the socket is given the time to come as far, and what it has beyond that is not compared.
 */
async function checkLog(viewer: Participant): Promise<string[]> {
  const entries = await readLog(viewer)
  const broken = firstBreak(viewer.session, entries)
  const problems = broken === null ? [] : [`log: the chain breaks at entry ${broken}`]
  await viewer.until(({ seq }) => seq >= (entries.at(-1)?.seq ?? 0), 'the log that REST has')
  const sent = viewer.entries().slice(0, entries.length)
  if (canonicalJson(entries) !== canonicalJson(sent)) problems.push('log: REST and socket differ')
  return problems
}

/** Figures must be equal digit by digit; a missing figure counts as an empty one. */
function compareFigures(where: string, bid: ExpectedBid, shown: Figures): string[] {
  const keys = new Set([...Object.keys(bid.figures), ...Object.keys(shown)])
  return [...keys].flatMap((key) => {
    const [sealed = '', read = ''] = [bid.figures[key], shown[key]]
    return sealed === read ? [] : [`${where}: ${bid.name}, ${key} is ${read} instead of ${sealed}`]
  })
}
