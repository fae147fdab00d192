import { distinctUntilChanged, filter, map, merge, type Observable } from 'rxjs'
import type { FileProgress } from '#protocol/socket/progress.ts'
import { openingProgressPoll$ } from './opening-progress-poll.ts'
import { answersOf, type PollSetting } from './poll.ts'
import type { PollTransport, SocketTransport } from './transport.ts'

/**
 * How far the large files that are being opened have been read: from the socket, or polled without one. Empty on each
 * new connection, which may lead to another server: the last message about a file may have been missed. Empty again
 * once that connection is live, since a poll answered meanwhile may be out of date.
 */
export function openingProgress$(
  socket: Pick<SocketTransport, 'connected$' | 'messages$'>,
  polls: Pick<PollTransport, 'readProgress'>,
  live$: Observable<boolean>,
  setting: PollSetting,
): Observable<readonly FileProgress[]> {
  const noneOn = (is$: Observable<boolean>) =>
    is$.pipe(
      distinctUntilChanged(),
      filter(Boolean),
      map(() => []),
    )
  return merge(
    noneOn(socket.connected$),
    noneOn(live$),
    socket.messages$.pipe(
      filter((message) => message.kind === 'progress'),
      map((message) => message.body.files),
    ),
    answersOf(openingProgressPoll$(polls, setting)),
  )
}
