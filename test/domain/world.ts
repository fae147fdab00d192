import type { Actor } from '#domain/actor.ts'
import type { Command, CommandShapes } from '#domain/command.ts'
import type { CertificateSignature } from '#domain/event.ts'
import type { Figures } from '#domain/figures.ts'
import type { Rules } from '#domain/rules.ts'
import { type Tender, type TenderInput, tenderSchema } from '#domain/tender.ts'
import { epochOf } from '#lib/time.ts'

/** The world of the domain's tests: one section, its people and its rules. */

const opensAt = '2026-03-02T01:30:00.000Z'

/** The opening time in epoch milliseconds. */
export const openingTime = epochOf(opensAt)

export const minute = 60_000

export const rules: Rules = {
  entryLeadMinutes: 30,
  minimumDecryptionMinutes: 5,
  defaultDecryptionMinutes: 30,
  minimumBidders: 3,
  refuseTooFewBidders: false,
  personInfoRequired: true,
  defaultConfirmationMinutes: 10,
  autoConfirm: true,
  defaultSigningMinutes: 15,
  remarksRequired: false,
  supervisorHiddenFrom: ['agency', 'tenderer'],
}

const agencyCode = '91410100MA40000001'

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

export function tender(changes: Partial<TenderInput> = {}): Tender {
  return tenderSchema.parse({
    sectionCode: 'HN-2026-0101-01',
    sectionName: '郑州市东风渠综合治理工程施工一标段',
    projectCode: 'HN-2026-0101',
    tenderer: '郑州市水务局',
    agency: '河南省公共资源招标代理有限公司',
    agencyCode,
    projectKind: 1,
    qualification: 16,
    bidStyle: 1,
    industry: 1,
    specialty: 3,
    evaluationMethod: '综合评估法',
    opensAt,
    place: '第一开标室',
    columns: [
      { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元', decimals: 6 },
      { key: 'days', title: { zh: '工期', en: 'Duration' }, kind: 'integer', unit: '天', required: false },
      { key: 'manager', title: { zh: '项目经理', en: 'Project manager' }, kind: 'text', required: false },
    ],
    ...changes,
  })
}

export const names = { opener: '王主持', announcer: '刘唱标', recorder: '周记录', supervisor: '' }

/** Identity numbers with right check digits, of nobody. */
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
export const replyText = '以招标文件为准。'

/** The nth bidder's objection. */
export function objectionId(n: number): string {
  return `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`
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
    fileId: fileId(n, version),
    fileName: `${bidderCode(n)}.tbj`,
    ciphertextHash: `${version}`.repeat(64),
    ciphertextSize: 2048,
    contentCommitment: 'c'.repeat(64),
    manifest: `manifest-of-${n}-${version}`,
    ...originOf(n),
  }
}

/** The nth bidder's key opens the file. */
export function decryption(n: number, figures: Figures = figuresOf(n)): Command {
  return {
    type: 'DecryptBid',
    payload: {
      fileId: fileId(n),
      method: 'certificate',
      outcome: {
        ok: true,
        fileIdentity: keyOf(n),
        figures,
        documents: [{ name: '技术标.pdf', size: 1024 }],
      },
    },
  }
}
