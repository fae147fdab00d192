import type { DocumentKind } from '#domain/documents/document.ts'
import { reasonTexts } from '../document-reasons.ts'
import { prolongedSentence } from '../window-sentences.ts'
import { counted, type ProgressRows } from './row.ts'

/** The documents' names, as the progress log says them. */
const documentWords: Readonly<Record<DocumentKind, readonly [zh: string, en: string]>> = {
  overview: ['开标一览表', 'The overview'],
  objections: ['异议与回复记录', 'The objection and reply record'],
  deposits: ['投标保证金情况表', 'The report of bid securities'],
  'sign-in': ['投标人签到表', 'The sign-in sheet'],
  certificates: ['CA报告', 'The certificate report'],
  'base-price': ['评标基准价计算表', 'The evaluation base price'],
  'unit-prices': ['综合单价报价表', 'The report of unit prices'],
  failure: ['流标报告', 'The report of the failure'],
  'opening-record': ['待签名的开标记录表', 'The opening record to be signed'],
  'sealed-record': ['已签章的开标记录表', 'The sealed opening record'],
}

export const endingProgress = {
  EndEntered: {
    kind: 'step',
    sentence: () => ['进入开标结束环节', 'The end step was entered'],
  },
  ConfirmationStarted: {
    kind: 'deadline',
    sentence: ({ payload: { limitMinutes } }) => [
      `已下达开标一览表确认，限时${limitMinutes}分钟`,
      `Confirmation of the overview was ordered, within ${counted(limitMinutes, 'minute')}`,
    ],
  },
  ConfirmationProlonged: {
    kind: 'deadline',
    sentence: ({ payload }) => prolongedSentence('confirmation', payload),
  },
  OverviewConfirmed: {
    kind: 'bidder',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return payload.by === 'bidder'
        ? [`${name}已确认开标一览表`, `${name} confirmed the overview`]
        : [`${name}逾期未确认，视为确认`, `${name} did not confirm in time and counts as confirmed`]
    },
  },
  ConfirmationClosed: {
    kind: 'deadline',
    sentence: () => ['开标一览表确认结束', 'The confirmation of the overview is closed'],
  },
  ConfirmationEnded: {
    kind: 'deadline',
    sentence({ payload: { reason, automatic } }) {
      const count = automatic.length
      return [
        `开标人提前结束开标一览表确认：${reason}${count === 0 ? '' : `；${count}家未确认，视为自动确认`}`,
        `The opener ended the confirmation early: ${reason}${
          count === 0
            ? ''
            : `; ${counted(count, 'bidder')} had not confirmed and ${count === 1 ? 'counts' : 'count'} as auto-confirmed`
        }`,
      ]
    },
  },
  BidRemarked: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, remark } }, { nameOf }) {
      const name = nameOf(bidderCode)
      return [`${name}备注：${remark}`, `Remark on ${name}: ${remark}`]
    },
  },
  RemarksRecorded: {
    kind: 'step',
    sentence: () => ['开标备注已保存', 'The remarks were saved'],
  },
  ReportInfoRecorded: {
    kind: 'step',
    sentence: ({ payload: { info } }) => [
      `开标信息已录入：招标人代表${info.representative}，记录人${info.recorder}`,
      `The opening information was saved: ${info.representative} for the tenderer, ${info.recorder} recording`,
    ],
  },
  SigningStarted: {
    kind: 'deadline',
    sentence: ({ payload: { limitMinutes } }) => [
      `已下达电子签名指令，限时${limitMinutes}分钟`,
      `Signing was ordered, with a limit of ${counted(limitMinutes, 'minute')}`,
    ],
  },
  SigningExtended: {
    kind: 'deadline',
    sentence: ({ payload: { minutes } }) => [
      `电子签名延长${minutes}分钟`,
      `Signing was extended by ${counted(minutes, 'minute')}`,
    ],
  },
  SigningProlonged: {
    kind: 'deadline',
    sentence: ({ payload }) => prolongedSentence('signing', payload),
  },
  RecordSigned: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, signedAs } }, { nameOf }) {
      const name = nameOf(bidderCode)
      const person = signedAs.kind === 'person' ? signedAs.name : ''
      return person === ''
        ? [`${name}已签署开标记录`, `${name} signed the opening record`]
        : [`${name}已签署开标记录（签名人：${person}）`, `${person} signed the opening record for ${name}`]
    },
  },
  OpenerSignedRecord: {
    kind: 'step',
    sentence({ payload: { signature, signedAs } }) {
      const { signer } = signature
      return signedAs.kind === 'person'
        ? [
            `开标人已签署开标记录（${signer}，签名人：${signedAs.name}）`,
            `The opener signed the opening record (${signedAs.name} for ${signer})`,
          ]
        : [`开标人已签署开标记录（${signer}）`, `The opener signed the opening record (${signer})`]
    },
  },
  RecordPdfSigned: {
    kind: 'bidder',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [`${name}的签名已用于开标记录表PDF`, `${name}’s signature covers the record’s PDF`]
    },
  },
  SigningClosed: {
    kind: 'deadline',
    sentence: () => ['电子签名时间到', 'The signing time is over'],
  },
  SigningConfirmed: {
    kind: 'deadline',
    sentence({ payload: { unsigned } }) {
      const count = unsigned.length
      return count === 0
        ? ['电子签名已全部确认', 'All signatures were confirmed']
        : [
            `电子签名已确认，${count}家未签名`,
            `Signing was confirmed; ${counted(count, 'bidder')} had not signed`,
          ]
    },
  },
  DocumentFiled: {
    kind: 'step',
    sentence({ payload: { kind, format, version, reason } }) {
      const [zh, en] = documentWords[kind]
      const file = format === 'pdf' ? 'PDF' : 'Excel'
      const [why, because] = reasonTexts(reason)
      return version === 1
        ? [`已生成${zh}（${file}）`, `${en} was made (${file})`]
        : [
            `已重新生成${zh}（${file}，第${version}版）：${why}`,
            `${en} was made again (${file}, version ${version}): ${because}`,
          ]
    },
  },
  DocumentWithdrawn: {
    kind: 'step',
    sentence: ({ payload: { reason } }) => [
      `已删除一份报表：${reason}`,
      `A report was taken out of the list: ${reason}`,
    ],
  },
  EnvelopeEnded: {
    kind: 'step',
    sentence: () => [
      '第一信封开标结束，等待评标',
      'The opening of the first envelope has ended; its evaluation follows',
    ],
  },
  SecondEnvelopeCalled: {
    kind: 'step',
    sentence: () => ['第二信封开标开始', 'The opening of the second envelope was called'],
  },
  OpeningEnded: {
    kind: 'step',
    sentence: () => ['开标结束', 'The opening has ended'],
  },
} as const satisfies ProgressRows
