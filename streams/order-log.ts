import { type OperatorFunction, scan } from 'rxjs'
import { type LogPosition, type LogStep, readMessage } from './log-position.ts'
import type { LogMessage, ShorterLog } from './transport.ts'

/** Turns messages in any order and from any source into the one ordered log. */
export function orderLog(start: LogPosition): OperatorFunction<LogMessage | ShorterLog, LogStep> {
  const before: LogStep = { position: start, signals: [] }
  return (messages$) => messages$.pipe(scan((step, message) => readMessage(step.position, message), before))
}
