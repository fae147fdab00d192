import type { Observable } from 'rxjs'
import { type PollNews, type PollSetting, poll$ } from './poll.ts'
import type { ObjectionsAnswer, PollTransport } from './transport.ts'

/** POL-1. */
const everyMs = 19_000

/** Objections and their replies while there is no socket. */
export function objectionsPoll$(
  transport: Pick<PollTransport, 'readObjections'>,
  setting: PollSetting,
): Observable<PollNews<ObjectionsAnswer>> {
  return poll$({ ...setting, everyMs, ask: (signal) => transport.readObjections(signal) })
}
