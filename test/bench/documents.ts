import { createHash } from 'node:crypto'
import type { TableCell } from 'pdfmake/interfaces.js'
import type { SessionState } from '#domain/session/state.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signDetached } from '#seal/cms.ts'
import { basePricePdf } from '#server/reports/base-price-pdf.ts'
import { certificatesPdf } from '#server/reports/certificate-sheet.ts'
import { contactSheet } from '#server/reports/contact-sheet.ts'
import { depositSheet } from '#server/reports/deposit-sheet.ts'
import { documentSigner, newDocumentSigner } from '#server/reports/hall-certificate.ts'
import { objectionsPdf } from '#server/reports/objections-pdf.ts'
import { overviewExcel } from '#server/reports/overview-excel.ts'
import { overviewPdf } from '#server/reports/overview-pdf.ts'
import { overviewReport } from '#server/reports/overview-report.ts'
import { makePdf } from '#server/reports/pdf-maker.ts'
import { recordPdf } from '#server/reports/record-pdf.ts'
import { sealPdf } from '#server/reports/seal-pdf.ts'
import { sheetPdf } from '#server/reports/sheet-pdf.ts'
import { signInSheet } from '#server/reports/sign-in-sheet.ts'
import { signatureSheet } from '#server/reports/signature-sheet.ts'
import { unitPriceSheet } from '#server/reports/unit-price-sheet.ts'
import {
  createAuthority,
  type IssuedCertificate,
  issueCertificate,
} from '#simulators/certificates/test-authority.ts'
import { contactsOf, depositsOf, steps } from './documents-steps.ts'
import { type Figure, figure } from './figure.ts'
import { type Measured, measured } from './measured.ts'

/*
 * Measures milliseconds and megabytes for each document of an opening with 1,000 bidders who have all signed, and for the
 * steps that lead there. The baseline of the documents is pdfmake writing the same overview table bare: the same cells in
 * one style, without heads, facts, marks or signatures. Both alternate.
 */

const bidders = 1000
const rounds = 3
const options = { timeZone: 'Asia/Shanghai', now: Date.parse('2026-03-02T03:00:00Z') }
const language = 'zh-CN' as const

export async function* bench(): AsyncGenerator<Figure> {
  const issued = await certificateOfAll()
  const state = yield* steps(bidders, issued)
  const cells = cellsOf(state)
  // Not measured: the first document loads the fonts.
  await barePdf(cells.slice(0, 1))
  for (const [name, make] of await documentsOf(state, issued.helper)) {
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

type Make = () => Promise<Uint8Array>

async function documentsOf(
  state: SessionState,
  certificate: CertificateHelper,
): Promise<readonly (readonly [string, Make])[]> {
  const head = { seq: state.seq, hash: 'ab'.repeat(32) }
  const record = await recordPdf(state, { ...options, head, deposits: {} })
  const seal = await sealOf(record, certificate)
  const inChinese = { ...options, language }
  return [
    ['overview-pdf', () => overviewPdf(state, inChinese)],
    ['overview-excel', () => overviewExcel(state, inChinese)],
    ['record', () => recordPdf(state, { ...options, head, deposits: {} })],
    ['sealed-record', () => sealPdf(record, seal)],
    ['objections', () => objectionsPdf(state, { ...inChinese, bidderCode: null })],
    ['sign-in', () => sheetPdf(signInSheet(state, inChinese), inChinese)],
    ['certificates', () => certificatesPdf(state, inChinese)],
    ['deposits', () => sheetPdf(depositSheet(state, depositsOf(state), inChinese), inChinese)],
    ['unit-prices', () => sheetPdf(unitPriceSheet(state, inChinese), inChinese)],
    ['base-price', () => basePricePdf(state, inChinese)],
    ['contacts', () => sheetPdf(contactSheet(state, contactsOf(state), inChinese), inChinese)],
  ]
}

/** One certificate for a thousand bidders, whose signatures cost as much as those of a thousand. */
async function certificateOfAll(): Promise<IssuedCertificate> {
  const now = () => options.now
  const authority = await createAuthority({ now })
  return issueCertificate(authority, { unitCode: '91440300MA5TEST99A', name: '甲公司', password: 'x', now })
}

/** What the sealed record has besides the record: a thousand signatures and their list. */
async function sealOf(record: Uint8Array, certificate: CertificateHelper) {
  const digest = createHash('sha256').update(record).digest('hex')
  const cms = (await signDetached(certificate, digest)) ?? ''
  const at = options.now
  const signed = { signer: '甲公司', person: '', at: '', fingerprint: digest, inPdf: true, valid: true }
  const lines = Array.from({ length: bidders }, (_, i) => ({
    ...{ index: i + 1, unit: '甲公司', isOpener: false, signed },
  }))
  return {
    signatures: lines.map(({ unit: name }) => ({ name, cms, at })),
    attachments: [{ name: 'record.json', text: '{}' }],
    sheet: await signatureSheet(lines, {
      ...options,
      title: '',
      document: digest,
      end: { size: 1, head: digest },
    }),
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
