import type { RecordedInterruption } from '#domain/halting/recorded.ts'
import type { Sentence } from './codes.ts'

const kinds: Readonly<Record<RecordedInterruption['lot'], Sentence>> = {
  paused: ['暂停开标', 'Opening paused'],
  stopped: ['终止开标', 'Opening stopped'],
  'failure-pending': ['申请流标', 'Failure declared'],
  failed: ['流标', 'Section failed'],
}

/** An interruption in one sentence, as records and reports have it; `time` writes a moment (ISO 8601). */
export function interruptionFact(
  interruption: RecordedInterruption,
  time: (iso: string) => string,
): Sentence {
  const { lot, reason, recorder, at, until, decision } = interruption
  const [zh, en] = kinds[lot]
  const [why, because] = reason === '' ? ['未说明原因', 'no reason given'] : [reason, reason]
  const span = until === null ? time(at) : `${time(at)} – ${time(until)}`
  const [who, byWhom] = namesOf(interruption)
  const [decided, verdict] = decisionOf(decision)
  return [
    `${span} ${zh}：${why}（${who}${recorder === '' ? '' : `，记录人：${recorder}`}）${decided}`,
    `${span} ${en}: ${because} (${byWhom}${recorder === '' ? '' : `, recorder: ${recorder}`})${verdict}`,
  ]
}

/** Who an interruption comes from. */
export function namesOf({ name, role }: Pick<RecordedInterruption, 'name' | 'role'>): Sentence {
  return role === 'platform' ? ['交易平台', 'the trading platform'] : [name, name]
}

function decisionOf(decision: RecordedInterruption['decision']): Sentence {
  if (!decision) return ['', '']
  const { approved, reason } = decision
  return approved
    ? [`；交易平台批准：${reason}`, `; approved by the trading platform: ${reason}`]
    : [`；交易平台驳回：${reason}`, `; refused by the trading platform: ${reason}`]
}
