import type { ClosingCause } from '#domain/decryption/outcome.ts'
import { fileNameIn, withFile } from '../bid-file-texts.ts'
import { messageFor } from '../catalogue.ts'
import type { Sentence } from '../codes.ts'
import { failureSentence, healthSentence, lineSentence, prolongedSentence } from '../window-sentences.ts'
import { counted, type ProgressRows } from './row.ts'

const closings: Readonly<Record<ClosingCause, Sentence>> = {
  'all-opened': ['全部投标文件已解密，解密结束', 'All bids are decrypted; decryption is closed'],
  'time-out': ['解密时间到，解密结束', 'The decryption time is over'],
  'import-ended': ['投标文件导入结束', 'The import of the bid files has ended'],
}

export const decryptionProgress = {
  BidOpeningEntered: {
    kind: 'step',
    sentence: () => ['进入投标文件开启环节', 'The bid file opening step was entered'],
  },
  BidsFrozen: {
    kind: 'step',
    sentence({ payload }) {
      const count = new Set(payload.bids.map(({ bidderCode }) => bidderCode)).size
      return [`${count}家投标文件的校验值已固定`, `The digests of ${counted(count, 'bid')} were fixed`]
    },
  },
  DecryptionStarted: {
    kind: 'deadline',
    sentence: ({ payload: { limitMinutes } }) => [
      `已下达解密指令，限时${limitMinutes}分钟`,
      `Decryption was ordered, with a limit of ${counted(limitMinutes, 'minute')}`,
    ],
  },
  BidImportStarted: {
    kind: 'step',
    sentence: () => ['投标文件未加密，开始导入', 'The bid files are not encrypted; their import has begun'],
  },
  FileKeyHandedOver: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, fileId } }, { nameOf, kindOf }) {
      const name = nameOf(bidderCode)
      const kind = kindOf(bidderCode, fileId)
      const [zh, en] = fileNameIn(kind)
      return [
        `${name}已提交${kind ? `${zh}的` : ''}密钥，正在开启`,
        `${name} handed over the key${kind ? ` of their ${en}` : ''}; the ${en} is being opened`,
      ]
    },
  },
  BidDecrypted: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, fileId } }, { nameOf, kindOf }) {
      const name = nameOf(bidderCode)
      const kind = kindOf(bidderCode, fileId)
      const [zh, en] = fileNameIn(kind)
      return [`${name}${kind ? `的${zh}` : ''}解密成功`, `${name} decrypted their ${en}`]
    },
  },
  BidImported: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, fileId } }, { nameOf, kindOf }) {
      const name = nameOf(bidderCode)
      const kind = kindOf(bidderCode, fileId)
      const [zh, en] = fileNameIn(kind)
      return [`${name}${kind ? '的' : ''}${zh}已导入`, `The ${en} of ${name} was imported`]
    },
  },
  DecryptionRefused: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, fileId, cause } }, { nameOf, kindOf }) {
      const [zh, en] = withFile(nameOf(bidderCode), kindOf(bidderCode, fileId))
      return [`${zh}：${messageFor('zh-CN', { code: cause })}`, `${en}: ${messageFor('en', { code: cause })}`]
    },
  },
  BackupFileAccepted: {
    kind: 'bidder',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [
        `${name}提交的备用文件与投标时一致，重新开启`,
        `${name} handed in a backup of the bid file, the same as submitted; it is opened again`,
      ]
    },
  },
  DecryptionExtended: {
    kind: 'deadline',
    sentence: ({ payload: { minutes } }) => [
      `解密时间延长${minutes}分钟`,
      `The decryption time was extended by ${counted(minutes, 'minute')}`,
    ],
  },
  DecryptionProlonged: {
    kind: 'deadline',
    sentence: ({ payload }) => prolongedSentence('decryption', payload),
  },
  DecryptionReopened: {
    kind: 'deadline',
    sentence({ payload: { limitMinutes, reason, files } }) {
      const bids = new Set(files.map(({ bidderCode }) => bidderCode)).size
      return [
        `重新开放${bids}家投标人解密，限时${limitMinutes}分钟，原因：${reason}`,
        `Decryption was opened again for ${counted(bids, 'bidder')}, within ${counted(limitMinutes, 'minute')}: ${reason}`,
      ]
    },
  },
  DecryptionClosed: {
    kind: 'deadline',
    sentence: ({ payload }) => closings[payload.cause],
  },
  WindowHealthRecorded: {
    kind: 'deadline',
    sentence: ({ payload }) => healthSentence(payload),
  },
  BidderLineRecorded: {
    kind: 'bidder',
    sentence: ({ payload }, { nameOf }) => lineSentence(payload, nameOf(payload.bidderCode)),
  },
  BidFailed: {
    kind: 'bidder',
    sentence({ payload }, { nameOf, kindOf }) {
      const { bidderCode, fileId } = payload
      return failureSentence(payload, withFile(nameOf(bidderCode), kindOf(bidderCode, fileId)))
    },
  },
  BidMarked: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, invalid, note } }, { nameOf }) {
      const name = nameOf(bidderCode)
      return invalid
        ? [`${name}的投标被标记为无效：${note}`, `The bid of ${name} was marked invalid: ${note}`]
        : [`${name}的无效标记已取消`, `The invalid mark on ${name} was taken back`]
    },
  },
} as const satisfies ProgressRows
