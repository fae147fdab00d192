import { type OperatorFunction, scan } from 'rxjs'
import { type LogPlace, type LogStep, readMessage } from './log-place.ts'
import type { LogMessage } from './transport.ts'

/** Turns messages in any order and from any source into the one ordered log. */
export function orderLog(start: LogPlace): OperatorFunction<LogMessage, LogStep> {
  const before: LogStep = { place: start, signals: [] }
  return (messages$) => messages$.pipe(scan((step, message) => readMessage(step.place, message), before))
}
