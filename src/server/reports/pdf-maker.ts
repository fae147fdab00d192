import pdfMake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { reportFonts } from './report-fonts.ts'

const fontFiles = new Set<string>(Object.values(reportFonts).flatMap((font) => Object.values(font)))

// pdfmake has one global instance. It may read its fonts, and has no other access.
pdfMake.setFonts(reportFonts)
pdfMake.setUrlAccessPolicy(() => false)
pdfMake.setLocalAccessPolicy((path) => fontFiles.has(path))

/** A document's PDF. */
export function makePdf(document: TDocumentDefinitions): Promise<Uint8Array> {
  return pdfMake.createPdf(document).getBuffer()
}
