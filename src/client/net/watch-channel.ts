import { type Watched, watchDown, watchNamespace } from '#protocol/socket/watched.ts'
import { openHallChannel } from './hall-channel.ts'

/** Listens to the supervisors' wall until closed. */
export function openWatchChannel(
  onWatched: (watched: Watched) => void,
  onLine: (connected: boolean) => void,
): { close(): void } {
  return openHallChannel({
    namespace: watchNamespace,
    event: 'watched',
    schema: watchDown.watched,
    onMessage: onWatched,
    onLine,
  })
}
