import type { DecryptionMethod, OpeningFailure, OpeningOutcome } from '#domain/decryption/outcome.ts'
import type { Attachment } from '#domain/objections/attachment.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { CertificateSignature } from '#domain/session/certificate-signature.ts'
import type { Command, CommandShapes } from '#domain/session/command.ts'
import { type EventShapes, event, type SessionEvent } from '#domain/session/event.ts'
import type { Figures } from '#domain/submission/figures.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import type { TenderFile, TenderFileSays } from '#domain/tender/tender-file.ts'
import { agencyCode, tender } from '#test/support/sample-tender.ts'

/** The people of the sample section, their bids and what they send. */

export const minute = 60_000

export const opener: Actor = { id: 'opener-1', role: 'opener', name: '王主持', unitCode: agencyCode }
export const agency: Actor = { id: 'agency-1', role: 'agency', name: '李代理', unitCode: agencyCode }
export const tenderer: Actor = { id: 'tenderer-1', role: 'tenderer', name: '赵业主', unitCode: agencyCode }
export const supervisor: Actor = { id: 'supervisor-1', role: 'supervisor', name: '陈监督', unitCode: null }
export const platform: Actor = { id: 'platform-1', role: 'platform', name: '交易平台', unitCode: null }

/** The unit code of the nth bidder, from 1. */
export function bidderCode(n: number): string {
  return `B${String(n).padStart(4, '0')}`
}

export function bidder(n: number): Actor {
  return { id: `account-of-${bidderCode(n)}`, role: 'bidder', name: `投标人${n}`, unitCode: bidderCode(n) }
}

export function fileId(n: number, version = 1): string {
  return `00000000-0000-4000-800${version}-${String(n).padStart(12, '0')}`
}

export const names = { opener: '王主持', announcer: '刘唱标', recorder: '周记录', supervisor: '' }

/** Invented identity numbers with right check digits. */
export const ids = {
  opener: '',
  announcer: '11010519491231002X',
  recorder: '440524198001010013',
  supervisor: '',
}

export function figuresOf(n: number): Figures {
  return { price: `${1_000_000 + n}.50`, days: '180', manager: `经理${n}` }
}

export function signatureOf(n: number, about = 'record'): CertificateSignature {
  return {
    signer: `投标人${n}`,
    fingerprint: `${String(n).padStart(4, '0')}${'ab'.repeat(30)}`,
    jws: `header.${about}.${n}`,
  }
}

export const objectionText = '评标办法第三条与招标公告不一致。'
export const messageText = '解密页面打不开，请稍等我单位。'
export const replyText = '以招标文件为准。'

/** The nth document. */
export function documentId(n: number): string {
  return `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`
}

/** The hash of its bytes. */
export function documentHash(n: number): string {
  return `d0c${String(n).padStart(5, '0')}`.padEnd(64, 'd0')
}

/** The nth bidder's objection. */
export function objectionId(n: number): string {
  return `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`
}

/** What the nth bidder attaches to an objection. */
export function attachmentOf(n: number): Attachment {
  return {
    fileId: `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`,
    name: `异议书${n}.pdf`,
    kind: 'pdf',
    size: 1024 * n,
    sha256: `a${n}`.repeat(32),
  }
}

/** The nth row of site staff. */
export function staffMemberId(n: number): string {
  return `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`
}

export const staffContact = '0371-65890001'

/** SHA-256 of the nth bidder's commitment letter. */
export function letterHash(n: number): string {
  return `1e77e${n}`.padEnd(64, '0')
}

/** A file's one-time identity as the bidder hands it over. */
export function keyOf(n: number): string {
  return `AGE-SECRET-KEY-${n}`
}

/** Where the nth bidder submits from. */
export function originOf(n: number): { address: string; hardwareSerial: string } {
  return { address: `10.66.55.${n}`, hardwareSerial: `SERIAL-${n}-62951413` }
}

export function submission(n: number, version = 1): CommandShapes['SubmitBid'] {
  return {
    kind: 'technical',
    fileId: fileId(n, version),
    fileName: `${bidderCode(n)}.tbj`,
    ciphertextHash: `${version}`.repeat(64),
    ciphertextSize: 2048,
    contentCommitment: 'c'.repeat(64),
    manifest: `manifest-of-${n}-${version}`,
    ...originOf(n),
  }
}

/** The files of a tender with two envelopes: a technical one, and one with the price in the second. */
export const twoFiles = {
  envelopes: 2,
  bidFiles: [{ kind: 'technical' }, { kind: 'commercial', envelope: 2 }],
  columns: [
    {
      ...{ key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元', decimals: 6 },
      file: 'commercial',
    },
    { key: 'days', title: { zh: '工期', en: 'Duration' }, kind: 'integer', unit: '天', required: false },
    { key: 'manager', title: { zh: '项目经理', en: 'Project manager' }, kind: 'text', required: false },
  ],
} as const satisfies Partial<TenderInput>

/** The nth bidder's file for the second envelope. */
export function commercialId(n: number): string {
  return fileId(n, 9)
}

export function commercialSubmission(n: number): CommandShapes['SubmitBid'] {
  return { ...submission(n, 9), kind: 'commercial', fileName: `${bidderCode(n)}.tbs` }
}

/** The nth bidder hands over the key of a file, by default of the technical one. */
export function decryption(n: number, method: DecryptionMethod = 'certificate', file = fileId(n)): Command {
  return { type: 'DecryptBid', payload: { fileId: file, method, fileIdentity: keyOf(n) } }
}

/** The outcome of opening the nth bidder's file: its figures, or why it did not open. */
export function settlement(
  n: number,
  found: Figures | OpeningFailure = figuresOf(n),
  file = fileId(n),
): Command {
  const outcome: OpeningOutcome =
    typeof found === 'string'
      ? { ok: false, cause: found }
      : { ok: true, figures: found, documents: [{ name: '技术标.pdf', size: 1024 }] }
  return { type: 'SettleFile', payload: { bidderCode: bidderCode(n), fileId: file, outcome } }
}

/** The nth tender file that was uploaded. */
export function tenderFile(n: number): TenderFile {
  const fileId = `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`
  return { fileId, fileName: `招标文件${n}.zbj`, size: 4096 + n, sha256: `${n}`.repeat(64) }
}

/** The content of a tender file that changes nothing of the tender. */
export function says(changes: Partial<TenderFileSays> = {}): TenderFileSays {
  const content = { projectInfo: [], evaluationRules: [], parameters: {}, priceColumns: [], bidForm: [] }
  const attachments = [{ name: '招标公告.pdf', size: 2048 }]
  const said = { kind: 'technical', sectionCode: tender().sectionCode, controlPrice: null } as const
  return { ...said, content, attachments, ...changes }
}

/** The import of the first tender file with the content of `says`. */
export function imported(changes: Partial<EventShapes['TenderFileImported']['payload']>): SessionEvent {
  const { kind, content, controlPrice, attachments } = says()
  const read = { kind, content, controlPrice, attachments, isRead: true }
  return event('TenderFileImported', {
    ...read,
    file: tenderFile(1),
    replaces: null,
    changed: [],
    ...changes,
  })
}
