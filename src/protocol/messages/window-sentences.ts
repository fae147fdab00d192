import { type FailureCause, isNoKeyCause, type NoKeyCause } from '#domain/decryption/outcome.ts'
import type { EventShapes } from '#domain/session/event.ts'
import type { DeadlineWarning } from '#domain/session/warnings.ts'
import type { WindowName } from '#domain/session/window.ts'
import { secondsOf } from '#domain/session/window-health.ts'
import { messageFor } from './catalogue.ts'
import type { Sentence } from './codes.ts'

/** The failure of a bid; `name` is the bidder's in each language. */
export function failureSentence(
  { kind, cause }: EventShapes['BidFailed']['payload'],
  [nameZh, nameEn]: Sentence,
): Sentence {
  const [zh, en] = failureReason(cause)
  return kind === 'revoked'
    ? [`${nameZh}的投标视为撤销：${zh}`, `The bid of ${nameEn} counts as revoked: ${en}`]
    : [`${nameZh}的投标视为撤回：${zh}`, `The bid of ${nameEn} counts as withdrawn: ${en}`]
}

const windowNames: Readonly<Record<WindowName, Sentence>> = {
  decryption: ['解密时间', 'for decryption'],
  inquiry: ['异议询问时间', 'for objections to the opening'],
  confirmation: ['确认时间', 'for the confirmation of the overview'],
  signing: ['电子签名时间', 'for signing'],
}

/** A window is about to end. */
export function warningSentence({
  window,
  minutesLeft,
}: Pick<DeadlineWarning, 'window' | 'minutesLeft'>): Sentence {
  const [zh, en] = windowNames[window]
  return [`${zh}还剩${minutesLeft}分钟`, `${minutesLeft} minute${minutesLeft === 1 ? '' : 's'} left ${en}`]
}

/** A window was prolonged by outages of the hall (SES-19). */
export function prolongedSentence(
  window: WindowName,
  { outages, seconds }: EventShapes['DecryptionProlonged']['payload'],
): Sentence {
  const [windowZh, windowEn] = windowNames[window]
  const [awayZh, awayEn] = duration(secondsOf(outages))
  const [zh, en] = duration(seconds)
  return [
    `开标大厅中断${awayZh}，${windowZh}自动延长${zh}`,
    `The hall was unreachable for ${awayEn}; the time ${windowEn} was prolonged by ${en}`,
  ]
}

export function healthSentence({ outages }: EventShapes['WindowHealthRecorded']['payload']): Sentence {
  if (outages.length === 0) {
    return ['解密期间开标大厅一直可用', 'The hall was available throughout the decryption window']
  }
  const [zh, en] = duration(secondsOf(outages))
  const times = outages.length === 1 ? 'once' : `${outages.length} times`
  return [
    `解密期间开标大厅中断${outages.length}次，共${zh}`,
    `The hall was unreachable ${times} during the decryption window, for ${en} in all`,
  ]
}

export function lineSentence({ line }: EventShapes['BidderLineRecorded']['payload'], name: string): Sentence {
  const { seconds, losses } = line
  if (seconds === 0) {
    return [
      `${name}在解密期间与开标大厅无实时连接`,
      `${name} had no live connection to the hall during the decryption window`,
    ]
  }
  const [zh, en] = duration(seconds)
  const times = losses === 1 ? 'once' : `${losses} times`
  return [
    `${name}在解密期间在线${zh}${losses === 0 ? '，未断线' : `，断线${losses}次`}`,
    `${name} was connected for ${en} of the decryption window and lost the line ${losses === 0 ? 'never' : times}`,
  ]
}

const noKeyReasons: Readonly<Record<NoKeyCause, Sentence>> = {
  'time-out': ['未在规定时间内解密', 'not decrypted in time'],
  'hall-away': ['开标大厅中断，未能解密', 'the hall was unreachable and it could not be decrypted'],
}

function failureReason(cause: FailureCause): Sentence {
  if (isNoKeyCause(cause)) return noKeyReasons[cause]
  return [messageFor('zh-CN', { code: cause }), inSentence(messageFor('en', { code: cause }))]
}

/** An English sentence as a part of another one. */
function inSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** `12分5秒`, `12 min 5 s` */
function duration(seconds: number): Sentence {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  if (minutes === 0) return [`${rest}秒`, `${rest} s`]
  return rest === 0
    ? [`${minutes}分钟`, `${minutes} min`]
    : [`${minutes}分${rest}秒`, `${minutes} min ${rest} s`]
}
