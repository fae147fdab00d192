import { z } from 'zod'
import {
  documentFormats,
  documentKinds,
  documentLanguages,
  type FiledDocument,
} from '../documents/document.ts'
import { opensTwice, type Tender } from '../tender/tender.ts'

/** What can be taken: the documents of a section, and what is not filed as one. */
const exportedKinds = [
  ...documentKinds,
  'contacts',
  'commitment-letter',
  'session-log',
  'security-trail',
  'bid-file',
  'tender-file',
  'deposit-check',
  'problem',
  'objection-file',
  'tool-file',
] as const
export type ExportedKind = (typeof exportedKinds)[number]

const exportedFormats = [...documentFormats, 'json', 'jsonl'] as const

/** What was taken by an export (TRL-2). A field is left out where what was taken has none. */
export interface Exported {
  readonly kind: ExportedKind
  /** Of a tender that is opened twice. */
  readonly envelope?: FiledDocument['envelope']
  /** `preliminary`: made for the caller and not filed. */
  readonly version?: number | 'preliminary'
  readonly language?: FiledDocument['language']
  /** Left out for a file as somebody uploaded it. */
  readonly format?: (typeof exportedFormats)[number]
}

/** A version of a section's document as it is taken; null: one that is made for the caller and not filed. */
export function exportedDocument(
  tender: Pick<Tender, 'bidFiles'> | null,
  { kind, envelope, language, format }: Pick<FiledDocument, 'kind' | 'envelope' | 'language' | 'format'>,
  version: number | null,
): Exported {
  const round = tender && opensTwice(tender) ? { envelope } : {}
  return { kind, ...round, version: version ?? 'preliminary', language, format }
}

/** What was taken as a line's `detail` has it: `overview envelope-2 v3 zh-CN pdf`. */
export function exportedText({ kind, envelope, version, language, format }: Exported): string {
  const parts = [
    kind,
    envelope && `envelope-${envelope}`,
    typeof version === 'number' ? `v${version}` : version,
    language,
    format,
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}

const pattern = new RegExp(
  `^(?<kind>${exportedKinds.join('|')})(?: envelope-(?<envelope>[12]))?(?: (?:v(?<version>[1-9]\\d*)|(?<preliminary>preliminary)))?` +
    `(?: (?<language>${documentLanguages.join('|')}))?(?: (?<format>${exportedFormats.join('|')}))?$`,
)

const read = z.object({
  kind: z.enum(exportedKinds),
  envelope: z.literal([1, 2]).optional(),
  version: z.union([z.number().int(), z.literal('preliminary')]).optional(),
  language: z.enum(documentLanguages).optional(),
  format: z.enum(exportedFormats).optional(),
})

/** Reads it back; null for any other text. */
export function exportedIn(detail: string): Exported | null {
  const found = pattern.exec(detail)?.groups
  if (!found) return null
  const { kind, envelope, version, preliminary, language, format } = found
  const numberIn = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  const parsed = read.safeParse({
    ...{ kind, language, format },
    envelope: numberIn(envelope),
    version: numberIn(version) ?? preliminary,
  })
  return parsed.success ? (parsed.data as Exported) : null
}
