import { io } from 'socket.io-client'
import { tokens } from '#client/auth/tokens.ts'
import {
  type SectionListChanged,
  sectionListChangedSchema,
  sectionListNamespace,
} from '#protocol/socket/changed.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { api } from './api.ts'
import { reconnectBackoff } from './reconnect-backoff.ts'
import { socketOptions } from './socket-options.ts'

/** Socket.IO does not reconnect when the server itself ended or refused the connection. */
const returnMilliseconds = 3000

/**
 * Listens for changes of the section list until closed. A message may be lost, so the section list is also read again
 * at intervals, and at once on `onConnected`.
 */
export function openSectionListChannel(
  onChanged: (change: SectionListChanged) => void,
  onConnected: () => void,
): { close(): void } {
  let returning: ReturnType<typeof setTimeout> | undefined
  const delays = reconnectBackoff(returnMilliseconds)
  let connectedBefore = false
  let closed = false
  const socket = io(sectionListNamespace, {
    auth: (give) => give({ token: tokens.user(), version: wireVersion }),
    ...socketOptions,
  })

  async function comeBack(): Promise<void> {
    // The call renews an expired token; without a login there is no reason to reconnect.
    await api('getSelf')
    if (!closed && tokens.user()) socket.connect()
  }
  function onLost(): void {
    clearTimeout(returning)
    if (!socket.active) returning = setTimeout(() => void comeBack(), delays.next())
  }

  socket.on('connect', () => {
    if (connectedBefore) onConnected()
    connectedBefore = true
    delays.reset()
  })
  socket.on('disconnect', onLost)
  socket.on('connect_error', ({ message }) => {
    // Only a reload of the page helps; until then the list is read at intervals.
    if (message !== wireVersionRefused) onLost()
  })
  socket.on('changed', (body: unknown) => {
    const parsed = sectionListChangedSchema.safeParse(body)
    if (parsed.success) onChanged(parsed.data)
    else console.error('dropped a malformed hint of the hall', parsed.error)
  })
  return {
    close() {
      closed = true
      clearTimeout(returning)
      socket.off()
      socket.disconnect()
    },
  }
}
