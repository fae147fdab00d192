import { type EventType, isKnown, type RecordedEvent } from '#domain/event.ts'
import type { LotStatus } from '#domain/lot.ts'
import { ifUnknown } from '#lib/exhaustive.ts'
import { messageFor } from './catalogue.ts'
import type { Language } from './codes.ts'

/** A bidder's name by code, as far as the reader knows it. */
export type NameOf = (bidderCode: string) => string

/** One line of the progress log (S6) as a sentence; null for what is no news to people. */
export function progressLine(event: RecordedEvent, language: Language, nameOf: NameOf): string | null {
  const said = isKnown(event) ? sentences(event, nameOf, language) : unknownEvent(event)
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
  nameOf: NameOf,
  language: Language,
): readonly [string, string] | null {
  switch (event.type) {
    case 'TenderPublished':
      return [
        `标段“${event.payload.tender.sectionName}”已发布`,
        `Section “${event.payload.tender.sectionName}” was published`,
      ]
    case 'BidderEnrolled':
      return [`${event.payload.name}已登记`, `${event.payload.name} was enrolled`]
    case 'BidSubmitted': {
      const name = nameOf(event.payload.bidderCode)
      return event.payload.replaces === null
        ? [`${name}提交了投标文件`, `${name} submitted a bid`]
        : [`${name}替换了投标文件`, `${name} replaced their bid`]
    }
    case 'ParticipantEntered':
      return [`${event.payload.name}进入开标大厅`, `${event.payload.name} entered the session`]
    case 'PersonInfoRecorded':
      return ['开标人员信息已录入', 'The personnel information was recorded']
    case 'BidOpeningEntered':
      return ['进入投标文件开启环节', 'The bid file opening step was entered']
    case 'BidsFrozen': {
      const count = event.payload.bids.length
      return [`${count}家投标文件的校验值已固定`, `The commitments of ${counted(count, 'bid')} were frozen`]
    }
    case 'DecryptionStarted': {
      const minutes = event.payload.limitMinutes
      return [
        `已下达解密指令，限时${minutes}分钟`,
        `Decryption was ordered, within ${counted(minutes, 'minute')}`,
      ]
    }
    case 'BidDecrypted': {
      const name = nameOf(event.payload.bidderCode)
      return [`${name}解密成功`, `${name} decrypted their bid`]
    }
    case 'BidImported': {
      const name = nameOf(event.payload.bidderCode)
      return [`${name}投标文件已导入`, `The bid of ${name} was imported`]
    }
    case 'DecryptionRefused': {
      const name = nameOf(event.payload.bidderCode)
      const reason = messageFor(language, { code: event.payload.cause })
      return [`${name}：${reason}`, `${name}: ${reason}`]
    }
    case 'DecryptionClosed':
      return event.payload.cause === 'all-opened'
        ? ['全部投标文件已解密，解密结束', 'All bids are decrypted; decryption is closed']
        : ['解密时间到，解密结束', 'The decryption time is over']
    case 'BidFailed': {
      const name = nameOf(event.payload.bidderCode)
      const reason = failureReason(event.payload.cause, language)
      return event.payload.kind === 'revoked'
        ? [`${name}的投标视为撤销：${reason}`, `The bid of ${name} counts as revoked: ${reason}`]
        : [`${name}的投标视为撤回：${reason}`, `The bid of ${name} counts as withdrawn: ${reason}`]
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

/** `1 minute`, `2 minutes` */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function failureReason(
  cause: 'time-out' | 'wrong-key' | 'damaged-file' | 'bad-content',
  language: Language,
): string {
  if (cause !== 'time-out') return messageFor(language, { code: cause })
  return language === 'en' ? 'not decrypted in time' : '未在规定时间内解密'
}

const kinds: Readonly<Record<EventType, ProgressKind>> = {
  TenderPublished: 'step',
  BidderEnrolled: 'bidder',
  BidSubmitted: 'bidder',
  ParticipantEntered: 'people',
  PersonInfoRecorded: 'people',
  BidOpeningEntered: 'step',
  BidsFrozen: 'step',
  DecryptionStarted: 'deadline',
  BidDecrypted: 'bidder',
  BidImported: 'bidder',
  DecryptionRefused: 'bidder',
  DecryptionClosed: 'deadline',
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

const lotSentences: Readonly<Record<LotStatus, readonly [string, string]>> = {
  open: ['标段恢复正常', 'The lot is open again'],
  'failure-pending': ['标段正在流标审批', 'The failure of the lot is under approval'],
  failed: ['标段已流标', 'The lot has failed'],
  stopped: ['标段已终止', 'The lot was stopped'],
  paused: ['标段已暂停', 'The lot was paused'],
}
