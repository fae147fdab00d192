import type { ContentStack } from 'pdfmake/interfaces.js'
import { fontRuns } from './report-fonts.ts'

/** A run of letters that may not fit on a line. */
const endless = /([\u0021-\u02ff]{60,})/

/** The text with its line breaks; a word longer than a line is broken anywhere. */
export function paragraph(text: string): ContentStack {
  return {
    stack: text.split('\n').map((line) => ({
      text: line.split(endless).flatMap((part) => {
        const wordBreak = endless.test(part) ? ('break-all' as const) : ('normal' as const)
        return fontRuns(part).map((run) =>
          typeof run === 'string' ? { text: run, wordBreak } : { ...run, wordBreak },
        )
      }),
    })),
  }
}
