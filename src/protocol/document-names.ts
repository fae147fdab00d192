import type { DocumentFormat, DocumentKind, FiledDocument } from '#domain/documents/document.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { opensTwice } from '#domain/tender/tender.ts'
import type { Language } from './messages/codes.ts'

type Named = Pick<FiledDocument, 'kind' | 'format' | 'envelope' | 'language'>

/** The documents' names. */
export const documentNames: Readonly<Record<Language, Readonly<Record<DocumentKind, string>>>> = {
  'zh-CN': {
    overview: '开标一览表',
    objections: '异议与回复记录',
    deposits: '投标保证金情况表',
    'sign-in': '投标人签到表',
    certificates: 'CA报告',
    'base-price': '评标基准价计算表',
    'unit-prices': '综合单价报价表',
    failure: '流标报告',
    'opening-record': '开标记录表',
    'sealed-record': '已签章的开标记录表',
  },
  en: {
    overview: 'Bid opening overview',
    objections: 'Objection and reply record',
    deposits: 'Bid securities',
    'sign-in': 'Bidder sign-in sheet',
    certificates: 'Certificate report',
    'base-price': 'Evaluation base price',
    'unit-prices': 'Unit prices',
    failure: 'Report of the failure',
    'opening-record': 'Bid opening record',
    'sealed-record': 'Bid opening record, sealed',
  },
}

const envelopeNames: Readonly<Record<Language, readonly [string, string]>> = {
  'zh-CN': ['第一信封', '第二信封'],
  en: ['first envelope', 'second envelope'],
}

/** The envelope's name in titles, file names and sheets; empty where the tender is opened once. */
export function envelopeName(tender: Tender | null, envelope: 1 | 2, language: Language): string {
  return tender && opensTwice(tender) ? (envelopeNames[language][envelope - 1] ?? '') : ''
}

/** `A-001-开标一览表-第一信封-v2.pdf`; the first version without its number. */
export function documentFileName(tender: Tender | null, document: Named, version: number): string {
  const { kind, format, envelope, language } = document
  const parts = [
    documentNames[language][kind],
    envelopeName(tender, envelope, language),
    version > 1 ? `v${version}` : '',
  ]
  return fileName(tender?.sectionCode, parts, format)
}

/** What is saved of a record besides its PDF: the record with its hash and signatures, and the text that is signed. */
const recordDataNames = {
  'zh-CN': { record: '开标记录', text: '开标记录签名原文' },
  en: { record: 'Bid opening record', text: 'Bid opening record, signed text' },
} as const

/** `A-001-开标记录-第一信封.json`. */
export function recordFileName(
  tender: Tender | null,
  envelope: FiledDocument['envelope'],
  language: Language,
  what: 'record' | 'text',
): string {
  return fileName(
    tender?.sectionCode,
    [recordDataNames[language][what], envelopeName(tender, envelope, language)],
    'json',
  )
}

const logNames: Readonly<Record<Language, string>> = { 'zh-CN': '可验证日志', en: 'verifiable-log' }

/** The name of a section's exported log; `section`: its code, or its id where the log has none. */
export function logFileName(section: string, language: Language): string {
  return fileName(section, [logNames[language]], 'jsonl')
}

function fileName(section: string | undefined, parts: readonly string[], suffix: string): string {
  return `${[section ?? 'section', ...parts].filter((part) => part !== '').join('-')}.${suffix}`
}

export const mediaTypeOf: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
