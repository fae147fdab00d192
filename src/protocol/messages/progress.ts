import type { ClosingCause } from '#domain/decryption/outcome.ts'
import type { WorkerKind } from '#domain/preparation/site-staff.ts'
import { type EventShapes, type EventType, isKnown, type RecordedEvent } from '#domain/session/event.ts'
import type { LotStatus } from '#domain/session/lot.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import { figureText } from '#domain/submission/figures.ts'
import type { TenderFileKind, TenderPart } from '#domain/tender/tender-file.ts'
import { ifUnknown } from '#lib/exhaustive.ts'
import { fileKinds, openingSentence, withFile } from './bid-file-sentences.ts'
import type { Language } from './codes.ts'
import { type DrawOf, drawSentence } from './draw-sentences.ts'
import { backupSentence, failureSentence, healthSentence, lineSentence } from './window-sentences.ts'

/** A bidder's name by code, as far as the reader knows it. */
export type NameOf = (bidderCode: string) => string

/** The kind of a bidder's file where their bid has several; null where it is the bid. */
export type FileKindOf = (bidderCode: string, fileId: string) => BidFileKind | null

/** One line of the progress log (S6) as a sentence; null for what is no news to people. */
export function progressLine(
  event: RecordedEvent,
  language: Language,
  nameOf: NameOf,
  kindOf: FileKindOf = () => null,
  drawOf: DrawOf = () => null,
): string | null {
  const said = isKnown(event) ? sentences(event, { nameOf, kindOf, drawOf }, language) : unknownEvent(event)
  const [zh, en] = said ?? [null, null]
  return language === 'en' ? en : zh
}

/**
 * What a line of the progress log is about, for filtering: a step of the session, a window of time, one bid or its
 * bidder, people who came or were named, an objection, a message of the opener's, or what only a newer program knows.
 */
export type ProgressKind = 'step' | 'deadline' | 'bidder' | 'people' | 'objection' | 'message' | 'unknown'

export function progressKind(event: RecordedEvent): ProgressKind {
  return isKnown(event) ? kinds[event.type] : 'unknown'
}

/** The code of the bidder whom a line is about; null when it is about nobody in particular. */
export function progressBidder(event: RecordedEvent): string | null {
  if (!isKnown(event)) return null
  const { bidderCode } = event.payload as { bidderCode?: string | null }
  return bidderCode ?? null
}

/** What a newer server wrote: there is such a line, and that is all this program can say of it. */
function unknownEvent({ type }: { readonly type: string }): readonly [string, string] {
  return [`未知事件（${type}），请刷新页面`, `Unknown event (${type}); please reload the page`]
}

function sentences(
  event: RecordedEvent,
  { nameOf, kindOf, drawOf }: { nameOf: NameOf; kindOf: FileKindOf; drawOf: DrawOf },
  language: Language,
): readonly [string, string] | null {
  switch (event.type) {
    case 'TenderPublished':
      return [
        `标段“${event.payload.tender.sectionName}”已发布`,
        `Section “${event.payload.tender.sectionName}” was published`,
      ]
    case 'TenderFileImported':
      return importSentence(event.payload)
    case 'EvaluationParametersSet':
      return event.payload.controlPriceSet
        ? ['开标人设置了评标参数和控制价', 'The opener set evaluation parameters and the control price']
        : ['开标人设置了评标参数', 'The opener set evaluation parameters']
    case 'ControlPriceDisclosed':
      return disclosureSentence(event.payload.price)
    case 'BidderEnrolled':
      return [`${event.payload.name}已登记`, `${event.payload.name} was enrolled`]
    case 'BidSubmitted': {
      const name = nameOf(event.payload.bidderCode)
      const [kindZh, kind] = fileKinds[event.payload.kind]
      return event.payload.replaces === null
        ? [`${name}提交了${kindZh}`, `${name} submitted a ${kind}`]
        : [`${name}替换了${kindZh}`, `${name} replaced their ${kind}`]
    }
    case 'ParticipantEntered':
      return [`${event.payload.name}进入开标大厅`, `${event.payload.name} entered the session`]
    case 'PersonInfoRecorded':
      return ['开标人员信息已录入', 'The personnel information was recorded']
    case 'WorkerAdded': {
      const { name, kind, importedFrom } = event.payload
      const [zh, en] = workerTables[kind]
      return importedFrom === null
        ? [`已录入${zh}：${name}`, `${name} was entered as ${en}`]
        : [
            `已从标段${importedFrom}添加${zh}：${name}`,
            `${name} was taken over from section ${importedFrom} as ${en}`,
          ]
    }
    case 'WorkerEdited': {
      const [zh, en] = workerTables[event.payload.kind]
      return [`已修改${zh}：${event.payload.name}`, `The entry of ${event.payload.name} as ${en} was changed`]
    }
    case 'WorkerRemoved': {
      const [zh, en] = workerTables[event.payload.kind]
      return [`已删除${zh}：${event.payload.name}`, `${event.payload.name} was removed as ${en}`]
    }
    case 'CommitmentLetterCreated': {
      const name = nameOf(event.payload.bidderCode)
      return [`已生成${name}的承诺函`, `The commitment letter of ${name} was made`]
    }
    case 'CommitmentLetterSigned': {
      const name = nameOf(event.payload.bidderCode)
      return [`${name}已同意并签署承诺函`, `${name} agreed to the commitment letter and signed it`]
    }
    case 'CommitmentLetterDeclined': {
      const name = nameOf(event.payload.bidderCode)
      return [`${name}不同意承诺函`, `${name} did not agree to the commitment letter`]
    }
    case 'DrawDeclared':
    case 'DrawJoined':
    case 'DrawJoiningClosed':
    case 'DrawRevealed':
    case 'DrawDecided':
    case 'DrawVoided':
      return drawSentence(event, nameOf, drawOf)
    case 'BidOpeningEntered':
      return ['进入投标文件开启环节', 'The bid file opening step was entered']
    case 'BidsFrozen': {
      const count = new Set(event.payload.bids.map(({ bidderCode }) => bidderCode)).size
      return [`${count}家投标文件的校验值已固定`, `The commitments of ${counted(count, 'bid')} were frozen`]
    }
    case 'DecryptionStarted': {
      const minutes = event.payload.limitMinutes
      return [
        `已下达解密指令，限时${minutes}分钟`,
        `Decryption was ordered, within ${counted(minutes, 'minute')}`,
      ]
    }
    case 'BidImportStarted':
      return ['投标文件未加密，开始导入', 'The bid files are not encrypted; their import has begun']
    case 'FileKeyHandedOver':
    case 'BidDecrypted':
    case 'BidImported':
    case 'DecryptionRefused': {
      const { bidderCode, fileId } = event.payload
      return openingSentence(event, nameOf(bidderCode), kindOf(bidderCode, fileId), language)
    }
    case 'BackupFileAccepted':
      return backupSentence(nameOf(event.payload.bidderCode))
    case 'DecryptionExtended': {
      const { minutes } = event.payload
      return [
        `解密时间延长${minutes}分钟`,
        `The decryption time was extended by ${counted(minutes, 'minute')}`,
      ]
    }
    case 'DecryptionClosed':
      return closings[event.payload.cause]
    case 'WindowHealthRecorded':
      return healthSentence(event.payload)
    case 'BidderLineRecorded':
      return lineSentence(event.payload, nameOf(event.payload.bidderCode))
    case 'BidFailed': {
      const { bidderCode, fileId } = event.payload
      const [zh, en] = withFile(nameOf(bidderCode), kindOf(bidderCode, fileId))
      return failureSentence(event.payload, language === 'en' ? en : zh, language)
    }
    case 'BidMarked': {
      const name = nameOf(event.payload.bidderCode)
      return event.payload.invalid
        ? [
            `${name}的投标被标记为无效：${event.payload.note}`,
            `The bid of ${name} was marked invalid: ${event.payload.note}`,
          ]
        : [`${name}的无效标记已取消`, `The invalid mark on ${name} was taken back`]
    }
    case 'AnnouncementStarted': {
      const count = event.payload.bidderCount
      return [`开始唱标，共${count}家投标单位`, `The announcement began, with ${counted(count, 'bidder')}`]
    }
    case 'BidAnnounced': {
      const name = nameOf(event.payload.bidderCode)
      return [`${name}已唱标`, `${name} was announced`]
    }
    case 'FlowReset':
      return ['退回投标文件开启环节', 'The session went back to the opening of bid files']
    case 'EndEntered':
      return ['进入开标结束环节', 'The end step was entered']
    case 'ConfirmationStarted': {
      const minutes = event.payload.limitMinutes
      return [
        `请投标人在${minutes}分钟内确认开标一览表`,
        `Bidders are asked to confirm the overview within ${counted(minutes, 'minute')}`,
      ]
    }
    case 'OverviewConfirmed': {
      const name = nameOf(event.payload.bidderCode)
      return event.payload.by === 'bidder'
        ? [`${name}已确认开标一览表`, `${name} confirmed the overview`]
        : [`${name}逾期未确认，视为确认`, `${name} did not confirm in time and counts as confirmed`]
    }
    case 'ConfirmationClosed':
      return ['开标一览表确认结束', 'The confirmation of the overview is closed']
    case 'BidRemarked': {
      const name = nameOf(event.payload.bidderCode)
      return [`${name}备注：${event.payload.remark}`, `Remark on ${name}: ${event.payload.remark}`]
    }
    case 'RemarksRecorded':
      return ['开标备注已保存', 'The remarks were saved']
    case 'SigningStarted': {
      const minutes = event.payload.limitMinutes
      return [
        `已下达电子签名指令，限时${minutes}分钟`,
        `Signing was ordered, within ${counted(minutes, 'minute')}`,
      ]
    }
    case 'SigningExtended': {
      const { minutes } = event.payload
      return [`电子签名延长${minutes}分钟`, `Signing was extended by ${counted(minutes, 'minute')}`]
    }
    case 'RecordSigned': {
      const name = nameOf(event.payload.bidderCode)
      return [`${name}已签署开标记录`, `${name} signed the opening record`]
    }
    case 'SigningClosed':
      return ['电子签名时间到', 'The signing time is over']
    case 'SigningConfirmed': {
      const count = event.payload.unsigned.length
      return count === 0
        ? ['电子签名已全部确认', 'All signatures were confirmed']
        : [
            `电子签名已确认，${count}家未签名`,
            `Signing was confirmed; ${counted(count, 'bidder')} had not signed`,
          ]
    }
    case 'MessagePosted':
      return [event.payload.message, event.payload.message]
    case 'ObjectionRaised': {
      const name = nameOf(event.payload.bidderCode)
      return [`${name}提出异议`, `${name} raised an objection`]
    }
    case 'ObjectionReplied': {
      const name = nameOf(event.payload.bidderCode)
      return [`开标人已回复${name}的异议`, `The opener replied to the objection of ${name}`]
    }
    case 'ObjectionRead': {
      const name = nameOf(event.payload.bidderCode)
      return [`${name}已阅读异议回复`, `${name} read the reply to their objection`]
    }
    case 'EnvelopeEnded':
      return [
        '第一信封开标结束，等待评标',
        'The opening of the first envelope has ended; its evaluation follows',
      ]
    case 'SecondEnvelopeCalled':
      return ['第二信封开标开始', 'The opening of the second envelope was called']
    case 'OpeningEnded':
      return ['开标结束', 'The opening has ended']
    case 'LotStatusChanged':
      return lotSentences[event.payload.lot]
    default:
      return ifUnknown(event, unknownEvent(event))
  }
}

/** What was imported in the place of what, and what that changed. */
function importSentence({
  kind,
  file: { fileName },
  replaces,
  changed,
}: EventShapes['TenderFileImported']['payload']): readonly [string, string] {
  const [zh, en] = tenderFileNames[kind]
  const parts = changed.map((part) => tenderPartNames[part])
  const effect: readonly [string, string] =
    parts.length === 0
      ? ['', '']
      : [
          `，更新了${parts.map(([name]) => name).join('、')}`,
          `; changed: ${parts.map(([, name]) => name).join(', ')}`,
        ]
  return replaces === null
    ? [`已导入${zh}“${fileName}”${effect[0]}`, `The ${en} “${fileName}” was imported${effect[1]}`]
    : [
        `已重新导入${zh}“${fileName}”，替换原文件${effect[0]}`,
        `The ${en} “${fileName}” was imported in the place of the earlier one${effect[1]}`,
      ]
}

function disclosureSentence(price: string | null): readonly [string, string] {
  return price === null
    ? ['控制价文件已公开', 'The control-price file was disclosed']
    : [
        `控制价已公开：${figureText('money', price)}`,
        `The control price was disclosed: ${figureText('money', price)}`,
      ]
}

const tenderFileNames: Readonly<Record<TenderFileKind, readonly [string, string]>> = {
  technical: ['招标文件', 'tender file'],
  commercial: ['商务标招标文件', 'commercial tender file'],
  'control-price': ['控制价文件', 'control-price file'],
}

const tenderPartNames: Readonly<Record<TenderPart, readonly [string, string]>> = {
  'project-info': ['项目信息', 'project information'],
  'evaluation-rules': ['评标办法', 'evaluation rules'],
  parameters: ['评标参数', 'evaluation parameters'],
  columns: ['报价项和投标函', 'price columns and bid form'],
}

/** `1 minute`, `2 minutes` */
const closings: Readonly<Record<ClosingCause, readonly [string, string]>> = {
  'all-opened': ['全部投标文件已解密，解密结束', 'All bids are decrypted; decryption is closed'],
  'time-out': ['解密时间到，解密结束', 'The decryption time is over'],
  'import-ended': ['投标文件导入结束', 'The import of the bid files has ended'],
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const kinds: Readonly<Record<EventType, ProgressKind>> = {
  TenderPublished: 'step',
  TenderFileImported: 'step',
  EvaluationParametersSet: 'step',
  ControlPriceDisclosed: 'step',
  BidderEnrolled: 'bidder',
  BidSubmitted: 'bidder',
  ParticipantEntered: 'people',
  PersonInfoRecorded: 'people',
  WorkerAdded: 'people',
  WorkerEdited: 'people',
  WorkerRemoved: 'people',
  CommitmentLetterCreated: 'bidder',
  CommitmentLetterSigned: 'bidder',
  CommitmentLetterDeclined: 'bidder',
  DrawDeclared: 'step',
  DrawJoined: 'people',
  DrawJoiningClosed: 'step',
  DrawRevealed: 'people',
  DrawDecided: 'step',
  DrawVoided: 'step',
  BidOpeningEntered: 'step',
  BidsFrozen: 'step',
  DecryptionStarted: 'deadline',
  BidImportStarted: 'step',
  FileKeyHandedOver: 'bidder',
  BackupFileAccepted: 'bidder',
  DecryptionExtended: 'deadline',
  BidDecrypted: 'bidder',
  BidImported: 'bidder',
  DecryptionRefused: 'bidder',
  DecryptionClosed: 'deadline',
  WindowHealthRecorded: 'deadline',
  BidderLineRecorded: 'bidder',
  BidFailed: 'bidder',
  BidMarked: 'bidder',
  AnnouncementStarted: 'step',
  BidAnnounced: 'bidder',
  FlowReset: 'step',
  EndEntered: 'step',
  ConfirmationStarted: 'deadline',
  OverviewConfirmed: 'bidder',
  ConfirmationClosed: 'deadline',
  BidRemarked: 'bidder',
  RemarksRecorded: 'step',
  SigningStarted: 'deadline',
  SigningExtended: 'deadline',
  RecordSigned: 'bidder',
  SigningClosed: 'deadline',
  SigningConfirmed: 'deadline',
  MessagePosted: 'message',
  ObjectionRaised: 'objection',
  ObjectionReplied: 'objection',
  ObjectionRead: 'objection',
  EnvelopeEnded: 'step',
  SecondEnvelopeCalled: 'step',
  OpeningEnded: 'step',
  LotStatusChanged: 'step',
}

const workerTables: Readonly<Record<WorkerKind, readonly [string, string]>> = {
  'agency-staff': ['代理机构（采购中心）人员', 'staff of the agency'],
  'owner-staff': ['业主人员', 'staff of the owner'],
  supervisor: ['现场监督人员', 'supervisor on site'],
  owner: ['项目业主', 'the project’s owner'],
}

const lotSentences: Readonly<Record<LotStatus, readonly [string, string]>> = {
  open: ['标段恢复正常', 'The lot is open again'],
  'failure-pending': ['标段正在流标审批', 'The failure of the lot is under approval'],
  failed: ['标段已流标', 'The lot has failed'],
  stopped: ['标段已终止', 'The lot was stopped'],
  paused: ['标段已暂停', 'The lot was paused'],
}
