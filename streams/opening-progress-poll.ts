import type { Observable } from 'rxjs'
import type { FileProgress } from '#protocol/socket/progress.ts'
import { type PollNews, type PollSetting, poll$ } from './poll.ts'
import type { PollTransport } from './transport.ts'

/** Everybody sees how far files have come: without a socket, of a thousand bidders a hundred ask in a second. */
const everyMs = 10_000
const firstMs = 2000

/** How far the large files have been read that are being opened, while there is no socket. */
export function openingProgressPoll$(
  transport: Pick<PollTransport, 'readProgress'>,
  setting: PollSetting,
): Observable<PollNews<readonly FileProgress[]>> {
  return poll$({ ...setting, everyMs, firstMs, ask: (signal) => transport.readProgress(signal) })
}
