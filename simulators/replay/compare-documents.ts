import { sha256Hex } from '#domain/log/canonical-json.ts'
import { figureText } from '#domain/submission/figures.ts'
import type { Participant } from '../client/session-client.ts'
import type { Expectation, ExpectedBid } from './expected-results.ts'
import { pdfText, withoutSpace } from './pdf-text.ts'

/**
 * Has the opener make the documents of an ended envelope and reads them: two downloads are the same bytes, the log has
 * their hash, and the texts of overview and record have every bidder's name and figures. One line for each difference.
 */
export async function compareDocuments(opener: Participant, expected: Expectation): Promise<string[]> {
  const { envelope } = expected
  const query = { StageOrd: envelope }
  const made = [
    ['overview', await opener.call('createReport', { body: query })],
    ['record', await opener.call('CreateBidOpeningReport', { query })],
    ['sign-in sheet', await opener.call('createSignInReport', {})],
    ['certificates', await opener.call('createCaReport', {})],
  ] as const
  const found = await Promise.all(
    made.map(([name, { ResultMessage }]) => compareDocument(opener, expected, name, ResultMessage)),
  )
  return found.flat()
}

async function compareDocument(
  opener: Participant,
  { bids, columns, words: others = [] }: Expectation,
  name: string,
  address: string,
): Promise<string[]> {
  const fileId = new URLSearchParams(address.split('?')[1]).get('fileId')
  if (!fileId) return [`${name}: ${address}`]
  const [one, two] = await Promise.all([fetched(opener, fileId), fetched(opener, fileId)])
  const known = (await opener.call('GetReportFileInfo')).find((file) => file.fileId === fileId)
  const problems = [
    ...(one.equals(two) ? [] : [`${name}: two downloads differ`]),
    ...(known?.sha256 === sha256Hex(one) ? [] : [`${name}: the log has another hash`]),
  ]
  const text = await pdfText(one)
  const isTable = name === 'overview' || name === 'record'
  const wanted = (bid: ExpectedBid) => [
    bid.name,
    ...(isTable ? columns.map(({ key, isNumber }) => shownFigure(bid, key, isNumber)) : []),
  ]
  const missing = bids.flatMap((bid) =>
    wanted(bid).flatMap((words) =>
      text.includes(withoutSpace(words)) ? [] : [`${name}: ${bid.name} has no ${words}`],
    ),
  )
  const unsaid = isTable ? others.filter((words) => !text.includes(withoutSpace(words))) : []
  return [...problems, ...missing, ...unsaid.map((words) => `${name}: it has no ${words}`)]
}

/** A figure as it stands in print: money in groups of three digits. */
function shownFigure({ figures }: ExpectedBid, key: string, isNumber: boolean): string {
  return figureText(isNumber ? 'money' : 'text', figures[key] ?? '')
}

async function fetched(opener: Participant, fileId: string): Promise<Buffer> {
  return Buffer.from((await opener.call('getReportFile', { query: { fileId } })) as Uint8Array)
}
