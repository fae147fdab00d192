import type { Content } from 'pdfmake/interfaces.js'
import type { ReportLanguage } from './texts.ts'

export interface MaybePreliminary {
  /** It is not filed, and says so (REP-12). */
  readonly preliminary?: boolean
}

const amber = '#92400e'

/** What a report says that is not filed. */
export const preliminaryNotes: Readonly<Record<ReportLanguage, string>> = {
  'zh-CN': '预览件：未归档，以归档版本为准。',
  en: 'Preliminary: not filed. The filed version counts.',
}

/** The note under the title of a report that is not filed. */
export function preliminaryNote(language: ReportLanguage, { preliminary }: MaybePreliminary): Content[] {
  if (!preliminary) return []
  return [{ text: preliminaryNotes[language], color: amber, alignment: 'center', margin: [0, 0, 0, 8] }]
}
