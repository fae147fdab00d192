import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { TableCell } from 'pdfmake/interfaces.js'
import type { SessionState } from '#domain/session/state.ts'
import { signDetached } from '#seal/cms.ts'
import { documentSigner, newDocumentSigner } from '#server/reports/hall-certificate.ts'
import { objectionsPdf } from '#server/reports/objections-pdf.ts'
import { overviewExcel } from '#server/reports/overview-excel.ts'
import { overviewPdf } from '#server/reports/overview-pdf.ts'
import { overviewReport } from '#server/reports/overview-report.ts'
import { makePdf } from '#server/reports/pdf-maker.ts'
import { recordPdf } from '#server/reports/record-pdf.ts'
import { sealPdf } from '#server/reports/seal-pdf.ts'
import { signatureSheet } from '#server/reports/signature-sheet.ts'
import { createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'
import { openingOf } from '#test/domain/session.ts'
import { steps } from './documents-steps.ts'
import { type Figure, figure } from './figure.ts'

/*
 * Measures milliseconds and megabytes for each document of an opening with 1,000 bidders. The baseline is pdfmake
 * writing the same overview table bare: the same cells in one style, without heads, facts, marks or signatures. Both
 * alternate.
 */

const bidders = 1000
const rounds = 5
const options = { timeZone: 'Asia/Shanghai', now: Date.parse('2026-03-02T03:00:00Z') }
const language = 'zh-CN' as const

export async function* bench(): AsyncGenerator<Figure> {
  // Each confirmation hashes the whole overview, so that a thousand would take minutes.
  yield* steps(bidders / 10)
  const bids = Array.from({ length: bidders / 2 }, (_, i) => ({
    name: `投标人${i + 1}建设工程有限公司`,
    figures: { price: `${123_456_789 + i}.50`, days: '180', manager: '王小明' },
  }))
  const state = doubled(openingOf(bids).state)
  const cells = cellsOf(state)
  const documents = await documentsOf(state)
  for (const [name, make] of documents) {
    const made: Measured[] = []
    const bare: Measured[] = []
    for (let round = 0; round < rounds; round += 1) {
      made.push(await measured(make))
      bare.push(await measured(() => barePdf(cells)))
    }
    const of = (what: keyof Measured, all: readonly Measured[]) => all.map((one) => one[what])
    yield figure(`documents-${name}`, bidders, 'ms', of('milliseconds', made), of('milliseconds', bare))
    yield figure(`documents-${name}-memory`, bidders, 'MB', of('megabytes', made), of('megabytes', bare))
  }
}

/** Twice as many bidders: the windows of a test's opening are too short for a thousand. */
function doubled(state: SessionState): SessionState {
  const more = Object.values(state.bidders).map((bidder) => ({ ...bidder, code: `C${bidder.code}` }))
  return {
    ...state,
    order: [...state.order, ...more.map(({ code }) => code)],
    bidders: { ...state.bidders, ...Object.fromEntries(more.map((bidder) => [bidder.code, bidder])) },
  }
}

type Make = () => Promise<Uint8Array>

async function documentsOf(state: SessionState): Promise<readonly (readonly [string, Make])[]> {
  const head = { seq: state.seq, hash: 'ab'.repeat(32) }
  const record = await recordPdf(state, { ...options, head, deposits: {} })
  const seal = await sealOf(record)
  return [
    ['overview-pdf', () => overviewPdf(state, { ...options, language })],
    ['overview-excel', () => overviewExcel(state, { ...options, language })],
    ['record', () => recordPdf(state, { ...options, head, deposits: {} })],
    ['objections', () => objectionsPdf(state, { ...options, language, bidderCode: null })],
    ['sealed-record', () => sealPdf(record, seal)],
  ]
}

/** A thousand signatures of one certificate, which cost as much as those of a thousand. */
async function sealOf(record: Uint8Array) {
  const now = () => options.now
  const authority = await createAuthority({ now })
  const issuing = { unitCode: '91440300MA5TEST99A', name: '甲公司', password: 'x', now }
  const { helper } = await issueCertificate(authority, issuing)
  const digest = createHash('sha256').update(record).digest('hex')
  const cms = (await signDetached(helper, digest)) ?? ''
  const at = options.now
  const signed = { signer: '甲公司', person: '', at: '', fingerprint: digest, inPdf: true, valid: true }
  const lines = Array.from({ length: bidders }, (_, i) => ({
    ...{ index: i + 1, unit: '甲公司', isOpener: false, signed },
  }))
  return {
    signatures: lines.map(({ unit: name }) => ({ name, cms, at })),
    attachments: [{ name: 'record.json', text: '{}' }],
    sheet: await signatureSheet(lines, { ...options, title: '', document: digest }),
    signer: documentSigner(newDocumentSigner(at, new Uint8Array(16))),
    ...{ name: '开标大厅', reason: '', at },
  }
}

function cellsOf(state: SessionState): TableCell[][] {
  const { rows } = overviewReport(state, { ...options, language })
  return rows.map(({ index, bidder, figures, status, confirmation }) => [
    String(index),
    bidder,
    ...figures,
    status,
    confirmation,
  ])
}

function barePdf(cells: TableCell[][]): Promise<Uint8Array> {
  // A layout writes into the cells that it gets.
  const body = cells.map((row) => row.map((cell) => String(cell)))
  return makePdf({ defaultStyle: { font: 'NotoSansSC', fontSize: 8.5 }, content: [{ table: { body } }] })
}

interface Measured {
  readonly milliseconds: number
  /** By which the process grew, at least one. */
  readonly megabytes: number
}

async function measured(make: Make): Promise<Measured> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const began = performance.now()
  await make()
  const milliseconds = performance.now() - began
  return { milliseconds, megabytes: Math.max(1, (process.memoryUsage().rss - before) / 1e6) }
}
