import { expect, test } from 'vitest'
import type { Tender } from '../tender/tender.ts'
import { exportedDocument, exportedIn, exportedText } from './exported.ts'

const document = { kind: 'overview', envelope: 2, language: 'zh-CN', format: 'pdf' } as const
const once: Pick<Tender, 'bidFiles'> = { bidFiles: [{ kind: 'technical', envelope: 1, required: true }] }
const twice: typeof once = {
  bidFiles: [...once.bidFiles, { kind: 'commercial', envelope: 2, required: true }],
}

test('[TRL-2] an export’s line names kind, envelope, version, language and format', () => {
  expect(exportedText(exportedDocument(twice, document, 3))).toBe('overview envelope-2 v3 zh-CN pdf')
  expect(exportedText(exportedDocument(once, { ...document, envelope: 1 }, 1))).toBe('overview v1 zh-CN pdf')
  expect(exportedText(exportedDocument(null, document, null))).toBe('overview preliminary zh-CN pdf')
  expect(exportedText({ kind: 'opening-record', format: 'json' })).toBe('opening-record json')
  expect(exportedText({ kind: 'bid-file' })).toBe('bid-file')
})

test.each([
  '',
  'PROJECT_TYPE',
  'GCLX 2',
  'overview v0 pdf',
  'overview pdf v1',
  'overview en en',
  ' overview',
])('another text names nothing: %o', (text) => expect(exportedIn(text)).toBeNull())
