import type { LogEnd } from '#protocol/session-export.ts'
import { basePricePdf } from './base-price-pdf.ts'
import { certificatesExcel, certificatesPdf } from './certificate-sheet.ts'
import { commitmentLetterPdf } from './commitment-letter-pdf.ts'
import { objectionsPdf } from './objections-pdf.ts'
import { overviewExcel } from './overview-excel.ts'
import { overviewPdf } from './overview-pdf.ts'
import { recordPdf } from './record-pdf.ts'
import { sheetExcel } from './sheet-excel.ts'
import { sheetPdf } from './sheet-pdf.ts'
import { signatureSheet } from './signature-sheet.ts'

/** All reports by name; each depends on its arguments alone. */
export const reports = {
  letter: commitmentLetterPdf,
  'base-price': basePricePdf,
  objections: objectionsPdf,
  'overview-pdf': overviewPdf,
  'overview-excel': overviewExcel,
  sheet: sheetPdf,
  'sheet-excel': sheetExcel,
  certificates: certificatesPdf,
  'certificates-excel': certificatesExcel,
  record: recordPdf,
  'signature-sheet': signatureSheet,
}

type Reports = typeof reports
export type ReportName = keyof Reports
export type ReportArguments<N extends ReportName> = Parameters<Reports[N]>

/** Request and answer of the report thread. */
export type ReportTask = {
  readonly [N in ReportName]: {
    readonly name: N
    readonly of: ReportArguments<N>
    /** Printed in the foot of a PDF (REP-13). */
    readonly end: LogEnd | null
  }
}[ReportName]
export type ReportAnswer =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly problem: { readonly message: string; readonly stack: string } }
