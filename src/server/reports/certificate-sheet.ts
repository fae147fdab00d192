import type { SessionState } from '#domain/session/state.ts'
import { epochOf } from '#lib/time.ts'
import { type CertificateRow, type CertificateVerdict, certificateRows } from '#seal/certificate-report.ts'
import { localTime, type ReportOptions } from './overview-report.ts'
import { sheetExcel } from './sheet-excel.ts'
import { type Sheet, sheetPdf } from './sheet-pdf.ts'

/** The CA report as PDF (CER-4). */
export function certificatesPdf(state: SessionState, options: ReportOptions): Promise<Uint8Array> {
  return sheetPdf(certificateSheet(state, options), options)
}

/** The same as Excel (REP-14). */
export function certificatesExcel(state: SessionState, options: ReportOptions): Promise<Uint8Array> {
  return sheetExcel(certificateSheet(state, options), options)
}

function certificateSheet(state: SessionState, { language, timeZone }: ReportOptions): Sheet {
  const texts = certificateTexts[language]
  const { tender } = state
  const time = (at: string) => localTime(epochOf(at), timeZone)
  return {
    title: texts.title,
    sectionCode: tender?.sectionCode ?? '',
    sectionName: tender?.sectionName ?? '',
    facts: [
      [texts.sectionCode, tender?.sectionCode ?? ''],
      [texts.opensAt, tender ? time(tender.opensAt) : ''],
    ],
    columns: [
      { title: texts.index, width: 'auto', align: 'center' },
      { title: texts.bidder, width: '*' },
      { title: texts.subject, width: '*' },
      { title: texts.issuer, width: '*' },
      { title: texts.serialNumber, width: '*' },
      { title: texts.validity, width: 'auto' },
      { title: texts.used, width: 'auto' },
      { title: texts.verdict, width: 'auto' },
    ],
    rows: certificateRows(state).map((row) => {
      const { index, bidderName, certificate, verdict } = row
      const valid = certificate ? `${time(certificate.notBefore)}\n${time(certificate.notAfter)}` : ''
      return [
        ...[String(index), bidderName, certificate?.subjectName ?? '', certificate?.issuerName ?? ''],
        ...[wrapped(certificate?.serialNumber ?? ''), valid, usesOf(row, texts), texts.verdicts[verdict]],
      ]
    }),
    none: texts.none,
    notes: [texts.note],
    signers: texts.signers,
  }
}

/** In groups of eight, so that it breaks within its column. */
function wrapped(serialNumber: string): string {
  return serialNumber.match(/.{1,8}/g)?.join(' ') ?? ''
}

function usesOf({ decrypted, confirmed, signed }: CertificateRow, { uses }: CertificateTexts): string {
  return [
    ...decrypted.map((method) => uses[method]),
    ...(confirmed ? [uses.confirmed] : []),
    ...(signed ? [uses.signed] : []),
  ].join('\n')
}

interface CertificateTexts {
  readonly title: string
  readonly sectionCode: string
  readonly opensAt: string
  readonly index: string
  readonly bidder: string
  readonly subject: string
  readonly issuer: string
  readonly serialNumber: string
  readonly validity: string
  readonly used: string
  readonly verdict: string
  readonly uses: Readonly<Record<'certificate' | 'file-key' | 'confirmed' | 'signed', string>>
  readonly verdicts: Readonly<Record<CertificateVerdict, string>>
  readonly none: string
  readonly note: string
  readonly signers: readonly string[]
}

const certificateTexts: Readonly<Record<ReportOptions['language'], CertificateTexts>> = {
  'zh-CN': {
    title: 'CA报告',
    sectionCode: '标段编号',
    opensAt: '开标时间',
    index: '序号',
    bidder: '投标人',
    subject: '证书主体',
    issuer: '颁发机构',
    serialNumber: '证书序列号',
    validity: '有效期',
    used: '用途',
    verdict: '核验结果',
    uses: {
      certificate: '证书解密',
      'file-key': '文件密钥解密',
      confirmed: '确认一览表',
      signed: '签署开标记录',
    },
    verdicts: {
      sound: '一致',
      unused: '未使用',
      'not-valid': '开标时不在有效期内',
      'other-certificate': '签名证书与登记证书不一致',
      unreadable: '证书无法读取',
    },
    none: '没有投标人证书。',
    note: '核验：签名所用证书与登记证书的指纹一致，且开标时间在证书有效期内。',
    signers: ['开标人', '记录人', '监督人'],
  },
  en: {
    title: 'Certificate report',
    sectionCode: 'Section code',
    opensAt: 'Opening time',
    index: 'No.',
    bidder: 'Bidder',
    subject: 'Subject',
    issuer: 'Issuer',
    serialNumber: 'Serial number',
    validity: 'Valid',
    used: 'Used for',
    verdict: 'Verdict',
    uses: {
      certificate: 'decryption',
      'file-key': 'decryption by file key',
      confirmed: 'confirmation',
      signed: 'signing',
    },
    verdicts: {
      sound: 'in order',
      unused: 'not used',
      'not-valid': 'not valid at the opening',
      'other-certificate': 'signed with another certificate',
      unreadable: 'unreadable',
    },
    none: 'There are no certificates of bidders.',
    note: 'Checked: signatures are by the enrolled certificate, which is valid at the opening time.',
    signers: ['Opener', 'Recorder', 'Supervisor'],
  },
}
