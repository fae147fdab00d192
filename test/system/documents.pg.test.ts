import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentDocument, recordKey } from '#domain/documents/document.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import { takePart } from '#simulators/participants/bidder.ts'
import { leadOpening } from '#simulators/participants/opener.ts'
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
import { codeOf } from './refusals.ts'

/*
 * The documents of an opening whose bidders have keys of all types: the record frozen for the signing, sealed after it,
 * and the reports that are made once.
 */

const pdfsig = programAt('pdfsig')

let hall: Hall
let opener: Participant
let bidders: readonly TestBidder[]

beforeAll(async () => {
  hall = await openHall()
  const authority = await testAuthority()
  bidders = await Promise.all(
    (['P-256', 'RSA', 'SM2'] as const).map((keyType) => bidderOf(hall, authority, keyType)),
  )
  const { session, opensAt } = await publishFor(hall, bidders, 60)
  const sealed = await Promise.all(
    bidders.map(async ({ account, certificate }, i) => {
      const bid = { figures: { price: `${i + 1}.00` }, files: [], certificate: certificate.helper }
      return sealAndSubmit(account, session, bid)
    }),
  )
  await hall.clock.leapTo(opensAt)
  opener = await enterSession(await accountOf(hall, 'opener'), session)
  const manner = { pause: pauses(null), road: 'socket' } as const
  await Promise.all([
    leadOpening(opener, { ...persons(), remarks: '无异常', ...manner }),
    ...bidders.map(async ({ account, certificate }, i) => {
      const place = await enterSession(account, session)
      const fileKeys = sealed[i]?.fileKeys ?? null
      await takePart(place, { certificate: certificate.helper, fileKeys, figures: null, ...manner })
      place.close()
    }),
  ])
  await opener.until((state) => state.status === 'opened', 'the end')
}, 120_000)

afterAll(async () => {
  opener.close()
  await hall.close()
})

async function fetched(url: string): Promise<Buffer> {
  const fileId = new URLSearchParams(url.split('?')[1]).get('fileId') ?? ''
  const file = await opener.call('getReportFile', { query: { fileId } })
  return Buffer.from(file as Uint8Array)
}

test('[REC-3] the sealed record begins with the signed one, lists every signature, and pdfsig calls it valid', async () => {
  const { Result, ResultMessage } = await opener.call('CreateBidOpeningReport', { query: {} })
  expect(Result).toBe(true)
  const sealed = await fetched(ResultMessage)
  await opener.until((state) => currentDocument(state, recordKey('sealed-record', 1)) !== null, 'the seal')
  const record = currentDocument(opener.state(), recordKey('opening-record', 1))
  const signed = sealed.subarray(0, record?.size)
  expect(createHash('sha256').update(signed).digest('hex')).toBe(record?.sha256)
  const document = await getDocument({ data: Uint8Array.from(sealed), verbosity: 0 }).promise
  const { items } = await (await document.getPage(document.numPages)).getTextContent()
  const sheet = items.map((item) => ('str' in item ? item.str : '')).join('')
  expect([sheet.match(/有效/g)?.length, sheet.match(/PDF签名/g)?.length]).toEqual([3, 3])
  expect(sheet).toContain('附件签名')
  if (!pdfsig) return console.warn('pdfsig is not installed: its verdict was not asked for')
  const told = verdictOf(sealed)
  expect(told.match(/Signature is Valid/g)).toHaveLength(3)
  expect(told.match(/Total document signed/g)).toHaveLength(1)
})

test('[REP-5] a report is the same bytes each time, by every call that gives it', async () => {
  const made = await opener.call('createReport', { body: {} })
  const again = await opener.call('createReport', { body: {} })
  expect(again.fileId).toBe(made.fileId)
  const first = await fetched(made.ResultMessage)
  expect(createHash('sha256').update(first).digest('hex')).toBe(made.sha256)
  const shown = await opener.call('GetReportPDF', { query: {} })
  expect(Buffer.from(shown as Uint8Array).equals(first)).toBe(true)
  const { ResultMessage } = await opener.call('DownloadReport', { query: {} })
  expect(ResultMessage).toBe(made.ResultMessage)
  const listed = await opener.call('GetReportFileInfo')
  expect(listed.map(({ kind, version }) => [kind, version])).toContainEqual(['overview', 1])
})

test('[REP-12] after the end the report of all objections is filed, and a bidder’s own says that it is not', async () => {
  const asked = async () => Buffer.from((await opener.call('CreateObjectionAndReplyReport')) as Uint8Array)
  const first = await asked()
  expect((await asked()).equals(first)).toBe(true)
  const listed = await opener.call('GetReportFileInfo')
  const filed = listed.find(({ kind }) => kind === 'objections')
  expect(filed).toMatchObject({ version: 1, reason: '' })
  expect(createHash('sha256').update(first).digest('hex')).toBe(filed?.sha256)
  const code = bidders[0]?.account.unitCode ?? ''
  const query = { EntprsCode: code }
  const own = await opener.call('CreateObjectionAndReplyReport', { query })
  expect(await textOf(own as Uint8Array)).toContain('预览件')
  expect(await textOf(first)).not.toContain('预览件')
})

test('[LOG-8] a filed document that was altered on the disk is not given out', async () => {
  const { fileId, sha256 } = await opener.call('createReport', { body: {} })
  // With a signal the client does not ask again.
  const asked = () => opener.call('getReportFile', { query: { fileId }, signal: AbortSignal.timeout(30_000) })
  const path = join(hall.dataDir, 'files', sha256.slice(0, 2), sha256)
  const filed = readFileSync(path)
  const altered = Buffer.from(filed)
  altered[1000] = ~(filed[1000] ?? 0)
  writeFileSync(path, altered)
  expect(await codeOf(asked())).toBe('stored-file-damaged')
  writeFileSync(path, filed)
  expect(Buffer.from((await asked()) as Uint8Array).equals(filed)).toBe(true)
})

/* What other programs read of the documents, where they are installed. */
const pdftotext = programAt('pdftotext')
const soffice = programAt('soffice')
if (!pdftotext) console.warn('pdftotext is not installed: what it reads of the documents is not tested')
if (!soffice) console.warn('LibreOffice is not installed: what it reads of the documents is not tested')

test.skipIf(!pdftotext)('pdftotext reads every bidder’s name in every document', async () => {
  const addresses = [
    await opener.call('createReport', { body: {} }),
    await opener.call('CreateBidOpeningReport', { query: {} }),
    await opener.call('createSignInReport', {}),
    await opener.call('createCaReport', {}),
    await opener.call('DownloadTouBiaoBaoZhengJinReport', {}),
  ]
  const made = await Promise.all(addresses.map(({ ResultMessage }) => fetched(ResultMessage)))
  for (const [i, pdf] of made.entries()) {
    const text = inFolder(pdf, 'document.pdf', (path) =>
      execFileSync(pdftotext ?? '', ['-layout', path, '-']),
    )
    const missing = bidders.filter(({ account }) => !text.toString().includes(nameOf(account.unitCode)))
    expect(missing, addresses[i]?.ResultMessage).toEqual([])
  }
})

test.skipIf(!soffice)(
  'LibreOffice opens the Excel report: every row with its price as a number',
  async () => {
    const { ResultMessage } = await opener.call('CreateReportExcel', { query: {} })
    const excel = await fetched(ResultMessage)
    const csv = inFolder(excel, 'overview.xlsx', csvOf)
    const rows = csv.split('\n')
    for (const [i, { account }] of bidders.entries()) {
      const row = rows.find((one) => one.includes(nameOf(account.unitCode)))
      expect(row?.split(',')).toContain(`${i + 1}.00`)
    }
  },
  120_000,
)

/** A workbook's first sheet, as LibreOffice reads it. */
function csvOf(path: string): string {
  const folder = dirname(path)
  // A profile of its own: a running LibreOffice would take the work and answer nothing.
  const profile = `-env:UserInstallation=file://${folder}/profile`
  // Separated by commas, in double quotes, as UTF-8.
  const format = 'csv:Text - txt - csv (StarCalc):44,34,76'
  const convert = ['--headless', '--convert-to', format, '--outdir', folder, path]
  execFileSync(soffice ?? '', [profile, ...convert], { stdio: 'pipe' })
  return readFileSync(path.replace(/xlsx$/, 'csv'), 'utf8')
}

function programAt(name: string): string | undefined {
  return ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].map((at) => join(at, name)).find(existsSync)
}

function nameOf(code: string): string {
  return opener.state().bidders[code]?.name ?? code
}

/** Does something with a document as a file in a folder of its own. */
function inFolder<T>(bytes: Uint8Array, name: string, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-document-'))
  try {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return use(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const document = await getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

function verdictOf(pdf: Uint8Array): string {
  return inFolder(pdf, 'sealed.pdf', (path) =>
    execFileSync(pdfsig ?? '', ['-nocert', path], { encoding: 'utf8' }),
  )
}
