import pdfMake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { reportFonts } from './report-fonts.ts'

const fontFiles = new Set<string>(Object.values(reportFonts).flatMap((font) => Object.values(font)))

// The one instance pdfmake has: it may read its fonts and reach nothing else.
pdfMake.setFonts(reportFonts)
pdfMake.setUrlAccessPolicy(() => false)
pdfMake.setLocalAccessPolicy((path) => fontFiles.has(path))

/** A document's PDF. */
export function makePdf(document: TDocumentDefinitions): Promise<Uint8Array> {
  return pdfMake.createPdf(document).getBuffer()
}
