import type { EnvelopeNumber } from '../submission/bid-file.ts'

/** Reports that the opener makes, and makes again, with a reason, where something has changed (REP-5). */
export const reportKinds = [
  'overview',
  'objections',
  'deposits',
  'sign-in',
  'certificates',
  'base-price',
  'unit-prices',
  'failure',
] as const
export type ReportKind = (typeof reportKinds)[number]

/** Documents that a region may offer to bidders: nothing in them is hidden from a bidder. */
export const publicKinds = ['overview', 'base-price', 'unit-prices', 'failure', 'sealed-record'] as const

/** All documents of a section: the reports, the record that is signed, and the record sealed after the last signature. */
export const documentKinds = [...reportKinds, 'opening-record', 'sealed-record'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentFormats = ['pdf', 'xlsx'] as const
export type DocumentFormat = (typeof documentFormats)[number]

export const documentLanguages = ['zh-CN', 'en'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]

/** The language of the opening record: there is one record, and everybody signs the same. */
const recordLanguage: DocumentLanguage = 'zh-CN'

/** The key of an envelope's opening record, as it is signed or sealed. */
export function recordKey(kind: 'opening-record' | 'sealed-record', envelope: EnvelopeNumber): DocumentKey {
  return { kind, format: 'pdf', envelope, language: recordLanguage }
}

/** What a document is a version of. */
export interface DocumentKey {
  readonly kind: DocumentKind
  readonly format: DocumentFormat
  readonly envelope: EnvelopeNumber
  readonly language: DocumentLanguage
}

/** One version of a document; its bytes are stored under `sha256` and never change. */
export interface FiledDocument extends DocumentKey {
  readonly documentId: string
  /** Counted from 1 for each key. */
  readonly version: number
  /** Why it was made again; empty for the first version. */
  readonly reason: string
  /** The number of the entry up to which it tells the section's story. */
  readonly basis: number
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** The name of the person who made it; empty for the server. */
  readonly by: string
  readonly at: string
  /** Taken out of the list, and why; null for a document that counts. */
  readonly withdrawn: { readonly at: string; readonly by: string; readonly reason: string } | null
}

/** The greatest length of the reason for a new version or a withdrawal. */
export const documentReasonLength = 200

/** So many documents a section has at most, all versions counted. */
export const mostDocuments = 200

/** A session's state, as far as it is about documents. */
interface HasDocuments {
  readonly documents: readonly FiledDocument[]
}

/** All versions of a document, the oldest first, with those that were withdrawn. */
export function versionsOf(
  { documents }: HasDocuments,
  { kind, format, envelope, language }: DocumentKey,
): FiledDocument[] {
  return documents.filter(
    (one) =>
      one.kind === kind && one.format === format && one.envelope === envelope && one.language === language,
  )
}

/** The version that counts: the newest that was not withdrawn; null where there is none. */
export function currentDocument(state: HasDocuments, key: DocumentKey): FiledDocument | null {
  return versionsOf(state, key).findLast(({ withdrawn }) => withdrawn === null) ?? null
}
