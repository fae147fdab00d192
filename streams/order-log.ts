import { type OperatorFunction, scan } from 'rxjs'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { type LogPlace, type LogSignal, readMessage } from './log-place.ts'

/** Where the log stands after a message, and what the message yielded. */
export interface LogStep {
  readonly place: LogPlace
  readonly signals: readonly LogSignal[]
}

/** Turns messages, in whatever order they come and by whatever road, into the one ordered log. */
export function orderLog(start: LogPlace): OperatorFunction<EventsMessage, LogStep> {
  const before: LogStep = { place: start, signals: [] }
  return (messages$) => messages$.pipe(scan((step, message) => readMessage(step.place, message), before))
}
