import type { ManagerOptions, SocketOptions } from 'socket.io-client'

/** How every socket of the hall connects, and reconnects after a lost connection (milliseconds). */
export const socketOptions: Partial<ManagerOptions & SocketOptions> = {
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  timeout: 10_000,
  reconnectionDelay: 500,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  forceNew: true,
}
