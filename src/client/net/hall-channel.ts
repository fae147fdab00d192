import { io } from 'socket.io-client'
import type { z } from 'zod'
import { tokens } from '#client/auth/tokens.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { api } from './api.ts'
import { reconnectBackoff } from './reconnect-backoff.ts'
import { socketOptions } from './socket-options.ts'

/** Socket.IO does not reconnect when the server itself ended or refused the connection. */
const returnMilliseconds = 3000

interface ChannelOptions<Message> {
  readonly namespace: string
  /** The name of the channel's one message, and its schema. */
  readonly event: string
  readonly schema: z.ZodType<Message>
  onMessage(message: Message): void
  /** Whether it is connected. */
  onLine?(connected: boolean): void
}

/** Listens on a channel outside of sections, with the token of the login, until closed; reconnects by itself. */
export function openHallChannel<Message>(options: ChannelOptions<Message>): { close(): void } {
  const { namespace, event, schema, onMessage, onLine } = options
  let returning: ReturnType<typeof setTimeout> | undefined
  const delays = reconnectBackoff(returnMilliseconds)
  let closed = false
  const socket = io(namespace, {
    auth: (give) => give({ token: tokens.user(), version: wireVersion }),
    ...socketOptions,
  })

  async function comeBack(): Promise<void> {
    // The call renews an expired token; without a login there is no reason to reconnect.
    await api('getSelf')
    if (!closed && tokens.user()) socket.connect()
  }
  function onLost(): void {
    onLine?.(false)
    clearTimeout(returning)
    if (!socket.active) returning = setTimeout(() => void comeBack(), delays.next())
  }

  socket.on('connect', () => {
    delays.reset()
    onLine?.(true)
  })
  socket.on('disconnect', onLost)
  socket.on('connect_error', ({ message }) => {
    // Only a reload of the page helps; until then its reader asks at intervals.
    if (message !== wireVersionRefused) onLost()
  })
  socket.on(event, (body: unknown) => {
    const parsed = schema.safeParse(body)
    if (parsed.success) onMessage(parsed.data)
    else console.error(`dropped a malformed message of ${namespace}`, parsed.error)
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
