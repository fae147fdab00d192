import { AsyncLocalStorage } from 'node:async_hooks'
import pdfMake from 'pdfmake'
import type { Content, DynamicContent, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { LogEnd } from '#protocol/session-export.ts'
import { reportFonts } from './report-fonts.ts'
import { faint, margin } from './split-table.ts'

const fontFiles = new Set<string>(Object.values(reportFonts).flatMap((font) => Object.values(font)))

// pdfmake has one global instance. It may read its fonts, and has no other access.
pdfMake.setFonts(reportFonts)
pdfMake.setUrlAccessPolicy(() => false)
pdfMake.setLocalAccessPolicy((path) => fontFiles.has(path))

const made = new AsyncLocalStorage<LogEnd | null>()

/** Makes reports of a log that ends so; their PDFs show it in the foot of each page. */
export function withLogEnd<T>(end: LogEnd | null, make: () => T): T {
  return made.run(end, make)
}

/** A document's PDF. `end` null: its text shows where the log ends, or must not. */
export function makePdf(
  document: TDocumentDefinitions,
  end: LogEnd | null = made.getStore() ?? null,
): Promise<Uint8Array> {
  return pdfMake.createPdf(end ? withEndInFoot(document, end) : document).getBuffer()
}

/** Under the document's own foot the seq and the whole hash of the log's last entry (REP-13). */
function withEndInFoot(document: TDocumentDefinitions, { size, head }: LogEnd): TDocumentDefinitions {
  const words = document.language === 'en' ? `Log to entry ${size}: ` : `开标日志截至第${size}条：`
  const line: Content = {
    text: words + grouped(head),
    fontSize: 6.5,
    margin: [margin, 3, margin, 0],
    color: faint,
  }
  const foot = document.footer as DynamicContent
  return {
    ...document,
    footer: (...page) => [foot(...page) as Content, line],
  }
}

/** A hash or fingerprint in groups of eight digits, which a reader can compare and which may break between them. */
export function grouped(hex: string): string {
  return hex.replace(/(.{8})(?=.)/g, '$1 ')
}
