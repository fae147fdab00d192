import {
  type SectionListChanged,
  sectionListChangedSchema,
  sectionListNamespace,
} from '#protocol/socket/changed.ts'
import { openHallChannel } from './hall-channel.ts'

/**
 * Listens for changes of the section list until closed. A message may be lost, so the section list is also read again
 * at intervals, and at once on `onConnected`, which is called when the connection is back.
 */
export function openSectionListChannel(
  onChanged: (change: SectionListChanged) => void,
  onConnected: () => void,
): { close(): void } {
  let connectedBefore = false
  return openHallChannel({
    namespace: sectionListNamespace,
    event: 'changed',
    schema: sectionListChangedSchema,
    onMessage: onChanged,
    onLine(connected) {
      if (connected && connectedBefore) onConnected()
      connectedBefore ||= connected
    },
  })
}
