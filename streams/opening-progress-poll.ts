import type { Observable } from 'rxjs'
import type { FileProgress } from '#protocol/socket/progress.ts'
import { type PollNews, type PollSetting, poll$ } from './poll.ts'
import type { PollTransport } from './transport.ts'

/** Everybody sees the progress of files: without sockets, a thousand bidders make a hundred requests a second. */
const everyMs = 10_000
const firstMs = 2000

/** How far the large files that are being opened have been read, while there is no socket. */
export function openingProgressPoll$(
  transport: Pick<PollTransport, 'readProgress'>,
  setting: PollSetting,
): Observable<PollNews<readonly FileProgress[]>> {
  return poll$({ ...setting, everyMs, firstMs, ask: (signal) => transport.readProgress(signal) })
}
