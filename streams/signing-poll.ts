import type { Observable } from 'rxjs'
import { type PollNews, type PollSetting, poll$ } from './poll.ts'
import type { PollTransport, SigningAnswer } from './transport.ts'

/** POL-1. */
const everyMs = 5000

/** The state of the signing while there is no socket. */
export function signingPoll$(
  transport: Pick<PollTransport, 'readSigning'>,
  setting: PollSetting,
): Observable<PollNews<SigningAnswer>> {
  return poll$({ ...setting, everyMs, ask: (signal) => transport.readSigning(signal) })
}
