import type { Observable } from 'rxjs'
import { type PollNews, type PollSetting, poll$ } from './poll.ts'
import type { PollTransport, StageAnswer } from './transport.ts'

/** POL-1. */
const everyMs = 10_000
const firstMs = 5000

/** The stage of a double envelope while there is no socket. */
export function stagePoll$(
  transport: Pick<PollTransport, 'readStage'>,
  setting: PollSetting,
): Observable<PollNews<StageAnswer>> {
  return poll$({ ...setting, everyMs, firstMs, ask: (signal) => transport.readStage(signal) })
}
