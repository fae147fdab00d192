import type { Observable } from 'rxjs'
import { type PollNews, type PollSetting, poll$ } from './poll.ts'
import type { DeadlineAnswer, PollTransport } from './transport.ts'

/** POL-1. */
const everyMs = 3000

/** The decryption deadline as of a seq while there is no socket; a newer seq starts a catch-up. */
export function decryptionDeadlinePoll$(
  transport: Pick<PollTransport, 'readDeadline'>,
  setting: PollSetting,
): Observable<PollNews<DeadlineAnswer>> {
  return poll$({ ...setting, everyMs, ask: (signal) => transport.readDeadline(signal) })
}
